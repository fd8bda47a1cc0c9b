import { domainToASCII } from 'node:url'
import { parse as parseDomain } from 'tldts'
import type { Access, CapabilityType } from './catalog.ts'
import { closest } from './diagnostics/closest.ts'
import { diagnose, type Diagnostic, type Severity } from './diagnostics/diagnostic.ts'
import { show } from './diagnostics/rules/rule.ts'
import { RULES } from './diagnostics/rules.ts'
import { isObject, pointerToken, pointerTokens, type JsonObject, type JsonValue } from './json.ts'
import { isLoopback, maskUrl, parseUrl } from './url.ts'
import { unreachableHost } from './scan/reachability.ts'
import { optionsSchema } from './schemas/options.ts'
import { unfitValues } from './options-data.ts'
import { resolveTrust, type TrustOptions } from './sign/trust-options.ts'
import { checkUrl } from './url-check.ts'
import { schemaViolations, type SchemaViolation } from './validate.ts'

/** Options of the plugin and of `signpost.config`. Every member's meaning and default: docs/configuration.md. */
export interface SignpostOptions {
  origin: string
  privateOrigin?: string
  provider: {
    name: string
    url?: string
    logoUrl?: string
    documentationUrl?: string
    contact?: string
    organization?: string
  }
  publisher?: string
  skills?: string[]
  agents?: string[]
  exclude?: string[]
  defaults?: { access?: Access; version?: string; capability_type?: CapabilityType }
  overrides?: Record<string, JsonObject>
  trust?: false | JsonObject
  formats?: Record<string, false | JsonObject>
  hosts?: string[]
  cache?: { discovery?: number; keys?: number; immutable?: number }
  privateDir?: string | false
  deployDir?: string
  rules?: Record<string, 'off' | Severity>
  publish?: { allow?: Array<{ code: string; at: string; reason: string }> }
  strict?: boolean | 'ci'
}

/** The options, checked and complete. */
export interface Config {
  /** https origin without a trailing slash, host in lower-case punycode. */
  readonly origin: string
  readonly privateOrigin: string
  /** Built for another origin than the configured one (`SIGNPOST_ORIGIN`). */
  readonly preview: boolean
  /** Vite mode `development`: loopback and unreachable hosts are fine. */
  readonly development: boolean
  readonly provider: {
    readonly name: string
    readonly url: string
    readonly logoUrl?: string
    readonly documentationUrl?: string
    readonly contact?: string
    readonly organization?: string
  }
  /** FQDN in identifiers and trust, lower-case punycode. */
  readonly publisher: string
  readonly skills: readonly string[]
  readonly agents: readonly string[]
  readonly exclude: readonly string[]
  readonly defaults: {
    readonly access?: Access
    readonly agentAccess: Access
    readonly version: string
    readonly capabilityType: CapabilityType
  }
  readonly overrides: Readonly<Record<string, JsonObject>>
  /** `false` = no keys and no trust data are published. */
  readonly trust: false | TrustOptions
  /** Per format its options; `false` = off. Absent = on with its defaults. */
  readonly formats: Readonly<Record<string, false | JsonObject>>
  readonly hosts: readonly string[]
  readonly cache: { readonly discovery: number; readonly keys: number; readonly immutable: number }
  readonly privateDir: string | false
  readonly deployDir: string
  readonly rules: Readonly<Record<string, 'off' | Severity>>
  readonly allow: ReadonlyArray<{ readonly code: string; readonly at: string; readonly reason: string }>
  readonly strict: boolean | 'ci'
  /** File that holds the options, for findings about them. */
  readonly file: string
}

/** What decides about options beside the options themselves. */
export interface ConfigContext {
  readonly mode: 'production' | 'development'
  /** The options file, relative to the root. */
  readonly file: string
  /** `SIGNPOST_ORIGIN` overrides the origin for previews. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The time in epoch seconds, by which expiry is judged. @default nothing expires */
  readonly now?: number
}

/**
 * Checks options and completes them.
 *
 * Every finding names the option's path. With an error there is still a `config`, with stand-ins for what cannot be told,
 * so that definitions are read and their problems shown in the same run; nothing is published by it.
 */
export function resolveConfig(options: unknown, context: ConfigContext): { config: Config; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const { file } = context
  const unfit = unfitValues(options)
  diagnostics.push(
    ...unfit.map(({ pointer, problem, found }) =>
      diagnose('CONFIG_OPTION', { file, pointer }, { option: pointerTokens(pointer).join('.'), problem, found }),
    ),
  )
  const violations = unfit.length > 0 ? [] : schemaViolations((options ?? null) as JsonValue, optionsSchema)
  diagnostics.push(...withoutMisspelt(violations).map((v) => optionDiagnostic(v, options, file)))
  const given = (isObject(options) ? options : {}) as unknown as SignpostOptions
  const broken = new Set([...unfit, ...violations].map((v) => pointerTokens(v.pointer)[0] ?? ''))
  const sound = Object.fromEntries(
    Object.entries(given).filter(([key]) => !broken.has(key)),
  ) as Partial<SignpostOptions>
  const development = context.mode === 'development'
  const provider = sound.provider ?? { name: '' }
  const configured = originOf('origin', sound.origin, development, file, diagnostics)
  const overridden = context.env['SIGNPOST_ORIGIN']
    ? originOf('SIGNPOST_ORIGIN', context.env['SIGNPOST_ORIGIN'], development, file, diagnostics)
    : undefined
  const origin = overridden ?? configured ?? 'https://invalid.example'
  const privateOrigin =
    sound.privateOrigin === undefined
      ? undefined
      : originOf('privateOrigin', sound.privateOrigin, development, file, diagnostics)
  const publisher = configured === undefined ? undefined : publisherOf(sound.publisher, configured, file, diagnostics)
  diagnostics.push(...checkProvider(provider, file), ...checkRules(sound, file))
  const { access, version, capability_type: capabilityType } = sound.defaults ?? {}
  const config: Config = {
    origin,
    privateOrigin: privateOrigin ?? origin,
    preview: overridden !== undefined && overridden !== configured,
    development,
    provider: { ...provider, url: provider.url ?? origin },
    publisher: publisher ?? 'invalid.example',
    skills: sound.skills ?? ['skills'],
    agents: sound.agents ?? ['agents'],
    exclude: sound.exclude ?? [],
    defaults: {
      ...(access ? { access } : {}),
      agentAccess: access ?? 'public',
      version: version ?? '1.0.0',
      capabilityType: capabilityType ?? 'knowledge',
    },
    overrides: sound.overrides ?? {},
    trust: resolveTrust(sound.trust, publisher ?? 'invalid.example'),
    formats: sound.formats ?? {},
    hosts: sound.hosts ?? [],
    cache: { discovery: 300, keys: 300, immutable: 31_536_000, ...sound.cache },
    privateDir: sound.privateDir ?? 'dist-private',
    deployDir: sound.deployDir ?? 'dist-deploy',
    rules: sound.rules ?? {},
    allow: sound.publish?.allow ?? [],
    strict: sound.strict ?? false,
    file,
  }
  return { config, diagnostics }
}

/** Options of one format: its own, or none. */
export function formatOptions(config: Pick<Config, 'formats'>, name: string): JsonObject {
  const options = config.formats[name]
  return isObject(options) ? options : {}
}

/** Violations without those of a required option that is there under a misspelt name: one mistake, one finding. */
function withoutMisspelt(violations: readonly SchemaViolation[]): SchemaViolation[] {
  const meant = new Set(
    violations.map(({ pointer, unknownKey, knownKeys }) => {
      const name = unknownKey === undefined ? undefined : closest(unknownKey, knownKeys ?? [])
      return name === undefined ? undefined : pointer + pointerToken(name)
    }),
  )
  return violations.filter(({ keyword, pointer }) => keyword !== 'required' || !meant.has(pointer))
}

function optionDiagnostic(
  { pointer, keyword, problem, value, unknownKey, knownKeys, allowed }: SchemaViolation,
  options: unknown,
  file: string,
): Diagnostic {
  const option = pointerTokens(pointer).join('.')
  if (unknownKey !== undefined) {
    const name = option ? `${option}.${unknownKey}` : unknownKey
    const suggestion = closest(unknownKey, knownKeys ?? [])
    return diagnose(
      'CONFIG_OPTION_UNKNOWN',
      { file, pointer: pointer + pointerToken(unknownKey) },
      { option: name, ...(suggestion ? { suggestion } : {}) },
    )
  }
  if (!isObject(options))
    return diagnose(
      'CONFIG_OPTION',
      { file, pointer: '' },
      { option: 'signpost(…)', problem: 'must be an object of options', found: show(options) },
    )
  const suggestion = typeof value === 'string' && allowed ? closest(value, allowed) : undefined
  const isKey = pointer.startsWith('/trust/keys')
  const found = isKey
    ? 'something else'
    : keyword === 'required'
      ? 'missing'
      : value === undefined
        ? 'missing'
        : show(typeof value === 'string' ? maskUrl(value) : value)
  return diagnose(
    'CONFIG_OPTION',
    { file, pointer },
    { option: option || 'signpost(…)', problem, found, ...(suggestion ? { suggestion } : {}) },
  )
}

/** A text as an origin: scheme and host in lower-case punycode, port unless default; a finding where it is none. */
function originOf(
  option: string,
  text: string | undefined,
  development: boolean,
  file: string,
  diagnostics: Diagnostic[],
): string | undefined {
  if (text === undefined) return undefined
  const refuse = (reason: string): undefined => {
    const pointer = option === 'SIGNPOST_ORIGIN' ? {} : { pointer: pointerToken(option) }
    diagnostics.push(diagnose('CONFIG_ORIGIN', { file, ...pointer }, { option, origin: maskUrl(text), reason }))
    return undefined
  }
  const url = parseUrl(text)
  if (url === undefined) return refuse('it is no absolute URL')
  if (url.username !== '' || url.password !== '') return refuse('it holds credentials')
  if (url.search !== '' || url.hash !== '' || text.endsWith('?') || text.endsWith('#'))
    return refuse('it holds a query or a fragment')
  if (url.pathname !== '/')
    return refuse(`it holds the path ${url.pathname}, and well-known URIs live at the root of a host`)
  if (url.hostname.endsWith('.')) return refuse('its host ends with a dot')
  const loopback = isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !(development && loopback && url.protocol === 'http:'))
    return refuse('it is not https')
  if (!(development && loopback)) {
    const unreachable = unreachableHost(url.href)
    if (unreachable !== undefined) return refuse(`no outsider can reach its host: ${unreachable}`)
  }
  return url.origin
}

function publisherOf(
  given: string | undefined,
  origin: string,
  file: string,
  diagnostics: Diagnostic[],
): string | undefined {
  const { hostname } = new URL(origin)
  const written = given ?? hostname
  const refuse = (reason: string): undefined => {
    diagnostics.push(
      diagnose(
        'CONFIG_PUBLISHER',
        { file, pointer: given === undefined ? '/origin' : '/publisher' },
        { publisher: written, reason },
      ),
    )
    return undefined
  }
  if (given === undefined && isLoopback(hostname)) return refuse('it comes from a loopback origin; set `publisher`')
  const publisher = /[\s/@:\\%]/.test(written) ? '' : domainToASCII(written.replace(/\.$/, ''))
  if (publisher === '') return refuse('it is no domain name')
  const { isIp, domain } = parseDomain(publisher, { allowPrivateDomains: true })
  if (isIp === true) return refuse('it is an address')
  if (!publisher.includes('.')) return refuse('it is a single label')
  if (domain === null) return refuse('it is a public suffix, under which anybody can register')
  if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/.test(publisher) || publisher.length > 253)
    return refuse('it is no domain name')
  if (publisher !== hostname && !isLoopback(hostname))
    diagnostics.push(diagnose('CONFIG_PUBLISHER_HOST', { file, pointer: '/publisher' }, { publisher, host: hostname }))
  return publisher
}

/** Addresses of the provider are published as they stand. */
function checkProvider(provider: SignpostOptions['provider'], file: string): Diagnostic[] {
  return (['url', 'documentationUrl', 'logoUrl'] as const).flatMap((member) => {
    const url = provider[member]
    if (url === undefined || (member === 'logoUrl' && /^\/(?!\/)/.test(url))) return []
    if (checkUrl(url, '', { development: false, link: true }).every(({ code }) => code === 'URL_EMPTY_SEGMENT'))
      return []
    const found = show(maskUrl(url))
    return [
      diagnose(
        'CONFIG_OPTION',
        { file, pointer: `/provider/${member}` },
        { option: `provider.${member}`, problem: 'must be an absolute https URL without credentials', found },
      ),
    ]
  })
}

function checkRules({ rules = {}, publish }: Partial<SignpostOptions>, file: string): Diagnostic[] {
  const unknown = (code: string, pointer: string, option: string): Diagnostic => {
    const suggestion = closest(code, Object.keys(RULES))
    return diagnose('CONFIG_RULE_UNKNOWN', { file, pointer }, { option, code, ...(suggestion ? { suggestion } : {}) })
  }
  const lowered = Object.entries(rules).flatMap(([code, severity]) => {
    const pointer = `/rules${pointerToken(code)}`
    const known = Object.hasOwn(RULES, code) ? RULES[code as keyof typeof RULES] : undefined
    if (known === undefined) return [unknown(code, pointer, 'rules')]
    const isLower = SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known.severity)
    return known.locked === true && isLower
      ? [diagnose('CONFIG_RULE_LOCKED', { file, pointer }, { code, severity })]
      : []
  })
  const allowed = (publish?.allow ?? []).flatMap(({ code }, i) =>
    Object.hasOwn(RULES, code) ? [] : [unknown(code, `/publish/allow/${i}/code`, 'publish.allow')],
  )
  return [...lowered, ...allowed]
}

const SEVERITIES: readonly string[] = ['off', 'suggestion', 'warning', 'error']
