import type { Catalog, Definition } from '../catalog.ts'
import { urnsOf } from '../catalog-rules.ts'
import { formatOptions, type Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { locate, problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, memberName, pointerToken, type JsonValue } from '../json.ts'
import { bindIdentity, parseIdentity } from '../sign/identity.ts'
import { checkUrl } from '../url-check.ts'
import { hasUserinfo, parseUrl } from '../url.ts'
import { ARD_PATH } from './ard.ts'
import { catalogUrn, CATALOG_NAMES } from './ard-catalogs.ts'
import { checkMediaType } from './ard-media-types.ts'
import { attestationMediaType } from './ard-trust.ts'
import type { FormatContext } from './format.ts'
import { ROBOTS_PATH } from './robots.ts'
import { checkRobots } from './robots-check.ts'

/**
 * Findings about what definitions, options and the publisher's own robots.txt say for the ARD manifest and its trust
 * manifests.
 */
export function checkArd(
  { skills, agents, servers }: Catalog,
  config: Config,
  publicTexts: FormatContext['publicTexts'] = {},
): Diagnostic[] {
  if (config.formats['ard'] === false) return []
  const definitions = [...skills, ...agents, ...servers]
  const robots = publicTexts[ROBOTS_PATH]
  return [
    ...checkTrust(config),
    ...checkMediaTypes(config),
    ...(robots === undefined || config.preview ? [] : checkRobots(robots, config.origin, `/${ARD_PATH}`)),
    ...definitions.flatMap((definition) => [
      ...checkOverrides(definition, config),
      ...checkIdentifiers(definition, config.publisher),
    ]),
  ]
}

/** Findings about the identity and the attestations in `trust`. */
function checkTrust({ trust, publisher, origin, preview, file, formats }: Config): Diagnostic[] {
  if (trust === false) return []
  const { identity, subdomains, attestations } = trust
  const place = { file, pointer: '/trust/identity' }
  const binding = bindIdentity(identity, publisher, { subdomains })
  const bound = binding.ok ? [] : [diagnose('TRUST_IDENTITY', place, { identity, publisher, problem: binding.problem })]
  const parsed = parseIdentity(identity)
  const published = [`https://${publisher}/.well-known/did.json`, `${origin}/.well-known/jwks.json`]
  const isUnpublished =
    'domain' in parsed &&
    (parsed.keys === undefined || ![...published, `${origin}/.well-known/did.json`].includes(parsed.keys.url))
  const url = 'domain' in parsed && parsed.keys !== undefined ? { url: parsed.keys.url } : {}
  const found =
    binding.ok && isUnpublished && !preview && formats['keys'] !== false
      ? [diagnose('TRUST_IDENTITY_KEYS', place, { identity, ...url, published })]
      : []
  const problems = checkAttestations(attestations, '/trust/attestations')
  return [
    ...bound,
    ...found,
    ...problems.map(({ code, pointer, args }) => diagnose(code, { file, pointer }, args as never)),
  ]
}

function checkMediaTypes(config: Config): Diagnostic[] {
  const { mediaTypes } = formatOptions(config, 'ard')
  const given = isObject(mediaTypes) ? Object.entries(mediaTypes) : []
  return given
    .flatMap(([kind, type]) => checkMediaType(String(type), `/formats/ard/mediaTypes${pointerToken(kind)}`))
    .map(({ code, pointer, args }) => diagnose(code, { file: config.file, pointer }, args as never))
}

function checkOverrides({ ard, document }: Definition, { development }: Config): Diagnostic[] {
  const { type, url, data, metadata, attestations } = ard
  const problems = [
    ...(typeof type === 'string' ? checkMediaType(type, '/ard/type') : []),
    ...(url !== undefined && data !== undefined ? [problem('ARD_SOURCE', '/ard/data', {}, 'key')] : []),
    ...(isObject(metadata) ? checkMetadata(metadata) : []),
    ...(typeof url === 'string' ? checkUrl(url, '/ard/url', { development }) : []),
    ...checkAttestations(attestations, '/ard/attestations'),
  ]
  return problems.map((p) => locate(p, document))
}

function checkMetadata(metadata: Readonly<Record<string, JsonValue>>): Problem[] {
  return Object.entries(metadata)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([key]) => problem('ARD_METADATA', `/ard/metadata${pointerToken(key)}`, { key }))
}

function checkAttestations(list: unknown, pointer: string): Problem[] {
  const attestations = Array.isArray(list) ? list : []
  return attestations.filter(isObject).flatMap((attestation, i): Problem[] => {
    const { uri, digest } = attestation
    if (typeof uri !== 'string') return []
    const at = `${pointer}/${i}/uri`
    const refuse = (reason: string): Problem[] => [problem('TRUST_ATTESTATION', at, { uri, problem: reason })]
    if (hasUserinfo(uri)) return [problem('URL_CREDENTIALS', at, { member: memberName(at) })]
    if (parseUrl(uri)?.protocol !== 'https:') return refuse('is no absolute https URL')
    if (attestationMediaType(attestation) === undefined)
      return refuse('has no `mediaType`, and its ending does not tell what is there')
    return digest === undefined ? [problem('TRUST_ATTESTATION_DIGEST', at, { uri })] : []
  })
}

/** Two entries of one definition, or one of it and a nested catalog, under one identifier. */
function checkIdentifiers(definition: Definition, publisher: string): Diagnostic[] {
  const { document } = definition
  const urns = urnsOf(definition, publisher)
  const place = { ...document.at('/ard/namespace'), pointer: '/ard/namespace' }
  const [first, second] = urns
  const twice =
    first !== undefined && first === second
      ? [
          diagnose('CATALOG_DUPLICATE_URN', place, {
            urn: first,
            files: [document.file, `the descriptor of ${document.file}`],
          }),
        ]
      : []
  const names = CATALOG_NAMES.filter((name) => urns.some((urn) => isCatalogUrn(urn, catalogUrn(publisher, name))))
  const reserved = names.map((name) =>
    diagnose('CATALOG_DUPLICATE_URN', place, {
      urn: catalogUrn(publisher, name),
      files: [document.file, `catalogs/${name}.json`],
    }),
  )
  return [...twice, ...reserved]
}

function isCatalogUrn(urn: string, catalog: string): boolean {
  return urn.startsWith(catalog) && /^(?:-\d+)?$/.test(urn.slice(catalog.length))
}
