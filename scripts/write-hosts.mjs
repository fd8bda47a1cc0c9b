// Writes docs/hosts.md from the compiled hosts.
import { writeFileSync } from 'node:fs'
import { renderHosts } from '../lib/hosts/hosts-document.js'
import { hosts } from '../lib/hosts/index.js'

writeFileSync(new URL('../docs/hosts.md', import.meta.url), renderHosts(hosts))
