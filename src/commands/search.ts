import path from 'node:path'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'
import { AGENT_FINDERS, loadAgentFinders } from '../load/agent-finders.ts'
import { openService, openWeb } from '../load/site-http.ts'
import { askServices, type Findings, type FoundEntry } from '../registry/ask.ts'
import { checkHit, type HitTrust } from '../verify/hit-trust.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { finish } from './finish.ts'
import { searchLocal } from './search-local.ts'
import { givenKeys } from './site-operand.ts'
import { serviceUrl } from './trace.ts'

/** `signpost search "text"`: asks discovery services, or this build, and says of each hit whether it can be used. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const [text = ''] = operands
  const own = flags.own ?? {}
  const isLocal = own['local'] === true
  const named = [own['service'] ?? []].flat().filter((url) => typeof url === 'string')
  if (isLocal) {
    if (named.length > 0 || own['referrals'] === true)
      throw new UsageError('--local searches this build: it takes neither --service nor --referrals.')
    return searchLocal(text, flags, io)
  }
  if (text.trim() === '') throw new UsageError('Say what to search for: `signpost search "track a parcel"`.')
  const urls = named.length > 0 ? named : configured(path.resolve(io.cwd, flags.root ?? '.'))
  const services = urls.map((url) => openService(serviceUrl(url), { isNamed: true }))
  const trusted = givenKeys(flags, io)
  // A service that another refers to was named by nobody here: it has to be one that the public reaches.
  const follow = own['referrals'] === true ? { follow: (url: string) => openService(new URL(url)) } : {}
  const findings = await askServices(services, { text, limit: LIMIT, ...follow })
  const policy = { web: openWeb(), now: Math.floor(Date.now() / 1000), ...(trusted === undefined ? {} : { trusted }) }
  const judged: Judged[] = []
  for (const hit of findings.found.slice(0, LIMIT)) judged.push({ ...hit, trust: await checkHit(hit.entry, policy) })
  return finish(
    {
      diagnostics: judge(findings, judged),
      report: reportOf(text, findings, judged),
      summary: summaryOf(text, findings, judged),
      strict: flags.strict === true,
    },
    { root: io.cwd },
    flags,
    io,
  )
}

/** Results that are asked for, and judged. */
const LIMIT = 10

interface Judged extends FoundEntry {
  readonly trust: HitTrust
}

function configured(root: string): string[] {
  const urls = loadAgentFinders(root)
  if (typeof urls === 'string') throw new UsageError(`${AGENT_FINDERS} ${urls}.`)
  if (urls.length === 0)
    throw new UsageError(
      `Nobody to ask: name a discovery service with --service URL or in ${AGENT_FINDERS}, or search this build with --local.`,
    )
  return urls
}

function judge({ asked, failed, invalid }: Findings, hits: readonly Judged[]): Diagnostic[] {
  const untrusted = hits.flatMap(({ identifier, trust: { steps } }) => {
    const fault = steps.find(({ state }) => state === 'failed') ?? steps.find(({ state }) => state === 'unknown')
    return fault === undefined
      ? []
      : [diagnose('SEARCH_HIT_UNTRUSTED', {}, { id: identifier, step: fault.step, problem: fault.problem ?? '' })]
  })
  return [
    ...failed.map(({ url, reason }) => diagnose('SEARCH_SERVICE_DOWN', { url }, { url, reason })),
    ...[...invalid].map(([url, count]) => diagnose('SEARCH_RESULT_INVALID', { url }, { url, count })),
    ...(failed.length === asked.length ? [diagnose('SEARCH_NO_ANSWER', {}, { count: asked.length })] : []),
    ...untrusted,
  ]
}

function reportOf(text: string, { asked, failed, referrals }: Findings, hits: readonly Judged[]): JsonObject {
  return {
    query: text,
    services: asked.map((url) => ({ url, answered: !failed.some((item) => item.url === url) })),
    referrals,
    results: hits.map(({ identifier, entry, ranks, trust: { isUsable, steps } }) => ({
      identifier,
      usable: isUsable,
      trust: steps as readonly JsonObject[],
      relevance: ranks,
      entry,
    })),
  }
}

function summaryOf(text: string, { asked, failed, referrals }: Findings, hits: readonly Judged[]): string[] {
  const answered = asked.length - failed.length
  const lines = hits.flatMap(({ identifier, entry, ranks, trust: { isUsable, steps } }, i) => [
    `${String(i + 1).padStart(2)}. ${nameOf(entry)}  ${isUsable ? 'usable' : 'NOT USABLE'}`,
    `    ${identifier}`,
    ...(typeof entry['url'] === 'string' ? [`    ${entry['url']}`] : []),
    `    trust: ${steps.map(({ step, state }) => `${step} ${state}`).join(', ')}`,
    `    relevance, which says nothing about trust: ${ranks.map(({ service, rank, score }) => `place ${rank}${score === null ? '' : ` (${score})`} at ${service}`).join(', ')}`,
  ])
  return [
    `${answered} of ${asked.length} services answered; ${hits.length} found for ${JSON.stringify(text)}.`,
    ...(lines.length === 0 ? [] : ['', ...lines]),
    ...(referrals.length === 0
      ? []
      : ['', `Not asked, though others refer to them (--referrals): ${referrals.join(', ')}`]),
  ]
}

function nameOf({ displayName }: JsonObject): string {
  return typeof displayName === 'string' && displayName !== '' ? displayName : '(no name)'
}
