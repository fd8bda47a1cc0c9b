import { apache } from './apache.ts'
import { azureStaticWebApps } from './azure-static-web-apps.ts'
import { caddy } from './caddy.ts'
import { cloudflarePages } from './cloudflare-pages.ts'
import { cloudflareWorkers } from './cloudflare-workers.ts'
import { firebase } from './firebase.ts'
import { githubPages } from './github-pages.ts'
import { gitlabPages } from './gitlab-pages.ts'
import type { Host, HostName } from './host.ts'
import { netlify } from './netlify.ts'
import { nginx } from './nginx.ts'
import { s3Cloudfront } from './s3-cloudfront.ts'
import { vercel } from './vercel.ts'

/** Every host by its name. */
export const hosts = {
  apache,
  'azure-static-web-apps': azureStaticWebApps,
  caddy,
  'cloudflare-pages': cloudflarePages,
  'cloudflare-workers': cloudflareWorkers,
  firebase,
  'github-pages': githubPages,
  'gitlab-pages': gitlabPages,
  netlify,
  nginx,
  's3-cloudfront': s3Cloudfront,
  vercel,
} satisfies Record<HostName, Host>
