import type { Ability, Capability, Host, Proof } from './host.ts'
import { endingOf, type SiteRules } from './site-rules.ts'

/** Something that a host does, seen where `proof` says. */
export function proven(proof: Exclude<Proof, 'documentation'>, note?: string): Capability {
  return note === undefined ? { has: true, proof } : { has: 'partly', proof, note }
}

/** What a server of one's own does with the configuration that is generated for it: everything, as seen on the real one. */
export const ownServer: Readonly<Record<Ability, Capability>> = {
  types: { has: true, proof: 'server' },
  cache: { has: true, proof: 'server' },
  cors: { has: true, proof: 'server' },
  preflight: { has: true, proof: 'server' },
  headers: { has: true, proof: 'server' },
  filter: { has: true, proof: 'server' },
  attachments: { has: true, proof: 'server' },
  revalidation: { has: true, proof: 'server' },
  missing: { has: true, proof: 'server' },
}

/** Something that a host does or not by its documentation alone. */
export function documented(has: Capability['has'], note?: string): Capability {
  return { has, proof: 'documentation', ...(note === undefined ? {} : { note }) }
}

/** Something that a host does not do, seen where `proof` says. */
export function missing(proof: Proof, note: string): Capability {
  return { has: false, proof, note }
}

/** What a site asks for and a host cannot do, or not quite, as sentences. */
export function unmet({ can }: Pick<Host, 'can'>, site: SiteRules): string[] {
  return ABILITIES.flatMap((ability) => {
    const { has, note } = can[ability]
    return has !== true && note !== undefined && needs(ability, site) ? [note] : []
  })
}

/** All abilities, in the order in which they are told. */
export const ABILITIES: readonly Ability[] = [
  'types',
  'cache',
  'cors',
  'preflight',
  'headers',
  'filter',
  'attachments',
  'revalidation',
  'missing',
]

function needs(ability: Ability, { files, routes, view }: SiteRules): boolean {
  if (ability === 'filter') return routes.length > 0
  if (ability === 'attachments') return files.some(({ active }) => active === true)
  if (ability === 'preflight') return view === 'public' && files.some(({ path }) => path.endsWith('agent-card.json'))
  if (ability === 'cors') return view === 'public'
  if (ability === 'types') return files.some(({ path }) => endingOf(path) === '' || endingOf(path) === '.md')
  return true
}
