import { isObject, type JsonObject } from '../json.ts'
import { checkEntryTrust, type TrustFault } from '../sign/entry-trust.ts'
import { parseIdentity } from '../sign/identity.ts'
import { openDidDocument, openJwkSet, type KeySet } from '../sign/key-set.ts'
import { digestOf } from '../sign/trust-manifest.ts'
import { textOf } from './document.ts'
import { parseJson } from './json-text.ts'
import { each } from './links.ts'
import type { Fetched, Web } from './readers.ts'

/** What a consumer looks at before it uses what a service found (ARD, consumer steps), in this order. */
const HIT_STEPS = ['publisher', 'identity', 'attestations', 'signature', 'artifact'] as const

/** How a step came out; what is not known is not good. */
interface StepOutcome extends JsonObject {
  readonly step: (typeof HIT_STEPS)[number]
  readonly state: 'ok' | 'failed' | 'unknown'
}

/** Whether an entry can be used, and why not. */
export interface HitTrust {
  readonly isUsable: boolean
  /** `problem` of one that is not ok completes "It …". */
  readonly steps: readonly (StepOutcome & { readonly problem?: string })[]
}

/** By what an entry is judged. */
export interface HitPolicy {
  readonly web: Web
  /** Keys that the person who asks trusts. @default those of each identity */
  readonly trusted?: KeySet
  /** Epoch seconds. @default no time is judged */
  readonly now?: number
}

/** Runs the trust steps on an entry. The service that found it, and its score, have no say in any. */
export async function checkHit(entry: JsonObject, policy: HitPolicy): Promise<HitTrust> {
  const { trustManifest: manifest } = entry
  if (!isObject(manifest))
    return outcome([
      ['identity', 'failed', 'has no trust manifest, so nobody vouches for it'],
      ...unseen(['attestations', 'signature', 'artifact']),
    ])
  const keys = await keysOf(String(manifest['identity']), policy)
  const artifact = await artifactOf(entry, policy)
  const faults = check(entry, {
    keys: keys.set ?? NO_KEYS,
    artifact: artifact.bytes,
    ...(policy.now === undefined ? {} : { now: policy.now }),
  })
  if (faults.some(({ step }) => step === 'publisher'))
    return outcome([
      ...faults.map(({ step, problem }): Fault => [step, 'failed', problem]),
      ...unseen(['identity', 'attestations', 'signature', 'artifact']),
    ])
  const isUnknownKey = keys.set === undefined && manifest['signature'] !== undefined
  return outcome([
    ...faults
      .filter(({ step }) => step !== 'signature' || !isUnknownKey)
      .map(({ step, problem }): Fault => [step, 'failed', problem]),
    ...(isUnknownKey ? [['signature', 'unknown', keys.problem] as const] : []),
    ...(artifact.problem === undefined ? [] : [['artifact', 'unknown', artifact.problem] as const]),
    ...undigested(entry, manifest),
    ...(await attestationFaults(manifest, policy)),
  ])
}

type Fault = readonly [step: StepOutcome['step'], state: 'failed' | 'unknown', problem: string]

const NO_KEYS: KeySet = { find: () => [] }

/** Documents of attestations that are fetched for one entry. */
const MAX_ATTESTATIONS = 10

function outcome(faults: readonly Fault[]): HitTrust {
  const steps = HIT_STEPS.map((step) => {
    const fault =
      faults.find(([name, state]) => name === step && state === 'failed') ?? faults.find(([name]) => name === step)
    return fault === undefined ? { step, state: 'ok' as const } : { step, state: fault[1], problem: fault[2] }
  })
  return { isUsable: steps.every(({ state }) => state === 'ok'), steps }
}

function unseen(steps: readonly StepOutcome['step'][]): Fault[] {
  return steps.map((step) => [step, 'unknown', 'was not looked at'])
}

function check(
  entry: JsonObject,
  evidence: { readonly keys: KeySet; readonly artifact: Uint8Array | undefined; readonly now?: number },
): TrustFault[] {
  const { artifact, ...rest } = evidence
  try {
    return checkEntryTrust(entry, { ...rest, ...(artifact === undefined ? {} : { artifact }) })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return [{ step: 'signature', problem: 'holds text that has no canonical form, so no signature can cover it' }]
  }
}

async function keysOf(
  identity: string,
  { trusted, web }: HitPolicy,
): Promise<{ readonly set?: KeySet; readonly problem: string }> {
  // A JWK Set knows keys by their `kid` alone, and a signature may name one by its DID URL.
  if (trusted !== undefined)
    return {
      set: {
        find: (kid) =>
          trusted.find(kid).length > 0 ? trusted.find(kid) : trusted.find(kid.slice(kid.indexOf('#') + 1)),
      },
      problem: '',
    }
  const parsed = parseIdentity(identity)
  if ('problem' in parsed || parsed.keys === undefined)
    return { problem: 'is by an identity whose keys no one can ask for' }
  const { url, kind } = parsed.keys
  const answer = await web.get(url)
  const text = answer.status === 200 && !isElsewhere(answer, url) ? textOf({ fetched: answer }) : undefined
  const document = text === undefined ? undefined : parseJson(text)
  if (document === undefined) return { problem: `could not be verified: the keys at ${url} were not to be had` }
  return { set: kind === 'did-document' ? openDidDocument(document) : openJwkSet(document), problem: '' }
}

/** Keys that another host gives out prove that host alone. */
function isElsewhere({ redirects }: Fetched, url: string): boolean {
  return redirects.some((to) => new URL(to).origin !== new URL(url).origin)
}

async function artifactOf(
  { url, data }: JsonObject,
  { web }: HitPolicy,
): Promise<{ readonly bytes?: Uint8Array; readonly problem?: string }> {
  if (isObject(data)) return {}
  if (typeof url !== 'string' || !URL.canParse(url)) return { problem: 'neither points at its artifact nor holds it' }
  const answer = await web.get(url)
  return answer.status === 200
    ? { bytes: answer.body }
    : { problem: `points at ${url}, which ${answer.failure?.reason ?? `answers with status ${answer.status}`}` }
}

function undigested({ url, data, identifier }: JsonObject, manifest: JsonObject): Fault[] {
  const subject = isObject(data) ? identifier : url
  const about = each(manifest['provenance'], '').find(
    ([item]) => item['relation'] === 'publishedFrom' && item['sourceId'] === subject,
  )
  return about === undefined || typeof about[0]['sourceDigest'] === 'string'
    ? []
    : [['artifact', 'unknown', 'is vouched for without a digest, so it can be swapped']]
}

/** Documents of attestations, compared with their digests; one without a digest has nothing to be compared with. */
async function attestationFaults(manifest: JsonObject, { web }: HitPolicy): Promise<Fault[]> {
  const attestations = each(manifest['attestations'], '').map(([attestation]) => attestation)
  const faults: Fault[] =
    attestations.length > MAX_ATTESTATIONS
      ? [['attestations', 'unknown', `has more than the ${MAX_ATTESTATIONS} attestations that are read`]]
      : []
  for (const { uri, digest } of attestations.slice(0, MAX_ATTESTATIONS)) {
    if (typeof uri !== 'string' || !URL.canParse(uri)) {
      faults.push(['attestations', 'failed', 'has an attestation without a document'])
      continue
    }
    const answer = await web.get(uri)
    if (answer.status !== 200)
      faults.push([
        'attestations',
        'unknown',
        `has an attestation at ${uri} that ${answer.failure?.reason ?? `answers with status ${answer.status}`}`,
      ])
    else if (digest !== undefined && digest !== digestOf(answer.body))
      faults.push(['attestations', 'failed', `has an attestation at ${uri} that is not the document it was made with`])
  }
  return faults
}
