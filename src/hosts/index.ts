import { apache } from './apache.ts'
import { caddy } from './caddy.ts'
import { cloudflarePages } from './cloudflare-pages.ts'
import type { Host, HostName } from './host.ts'
import { netlify } from './netlify.ts'
import { nginx } from './nginx.ts'

/** Every host by its name. */
export const hosts = {
  apache,
  caddy,
  'cloudflare-pages': cloudflarePages,
  netlify,
  nginx,
} as unknown as Record<HostName, Host>
