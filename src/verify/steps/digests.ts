import { unzipSync } from 'fflate'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { digestOf } from '../../sign/trust-manifest.ts'
import type { FollowedLink } from '../crawl.ts'
import { placeOf, textOf, type SiteDocument } from '../document.ts'
import { each } from '../links.ts'
import type { Step } from '../step.ts'

/** Whether Agent Skills are the bytes that their index promises, and of a form that clients install. */
export const digests: Step = {
  name: 'digests',
  run({ crawl }) {
    const promised = crawl.documents.filter(({ kind, copyOf }) => kind === 'agent-skills-index' && copyOf === undefined)
    return {
      diagnostics: [
        ...promised.flatMap((index) => checkIndex(index, crawl.links)),
        ...crawl.documents.filter(({ copyOf }) => copyOf === undefined).flatMap(checkArtifact),
      ],
    }
  },
}

function checkIndex(index: SiteDocument, links: readonly FollowedLink[]): Diagnostic[] {
  if (!isObject(index.json)) return []
  const targets = new Map(links.filter(({ from }) => from === index).map((link) => [link.pointer, link.target]))
  const entries = each(index.json['skills'], '/skills')
  return [
    ...entries.flatMap(([entry, at]) => {
      const target = targets.get(`${at}/url`)
      const { digest, name } = entry
      if (target === undefined || typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) return []
      const found = digestOf(target.fetched.body)
      if (found === digest) return []
      return [
        diagnose('SITE_DIGEST', placeOf(index, `${at}/digest`), {
          what: `the skill \`${String(name)}\``,
          url: target.url,
          promised: digest,
          found,
          ...lineEnds(target.fetched.body, digest),
        }),
      ]
    }),
    ...duplicates(entries, index),
  ]
}

function duplicates(entries: readonly (readonly [JsonObject, string])[], index: SiteDocument): Diagnostic[] {
  const seen = new Set<unknown>()
  return entries.flatMap(([{ name }, at]) => {
    const isTwice = typeof name === 'string' && seen.has(name)
    seen.add(name)
    return isTwice
      ? [diagnose('SITE_ID_TWICE', placeOf(index, `${at}/name`), { what: 'skills', id: String(name) })]
      : []
  })
}

/** Whether a digest is that of the same text with other line ends: what version control and editors change. */
export function lineEnds(body: Uint8Array, digest: string): { readonly lineEnds?: 'CRLF' | 'LF' } {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  const lf = text.replaceAll('\r\n', '\n')
  if (digestOf(Buffer.from(lf, 'latin1')) === digest) return { lineEnds: 'LF' }
  return digestOf(Buffer.from(lf.replaceAll('\n', '\r\n'), 'latin1')) === digest ? { lineEnds: 'CRLF' } : {}
}

function checkArtifact(document: SiteDocument): Diagnostic[] {
  if (document.kind === 'skill-md') return checkSkill(document, textOf(document))
  return document.kind === 'archive' ? checkArchive(document) : []
}

/** A client needs the name and the description, and drops the skill without a word where it does not find them. */
function checkSkill(document: SiteDocument, text: string | undefined): Diagnostic[] {
  const block = text === undefined ? undefined : /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]
  const missing =
    block === undefined
      ? ['front matter']
      : ['name', 'description'].filter((key) => !new RegExp(`^${key}[ \\t]*:[ \\t]*\\S`, 'm').test(block))
  return missing.length === 0 ? [] : [diagnose('SITE_SKILL_MD', placeOf(document), { missing })]
}

function checkArchive(document: SiteDocument): Diagnostic[] {
  const { body } = document.fetched
  const report = (problem: string): Diagnostic[] => [diagnose('SITE_ARCHIVE', placeOf(document), { problem })]
  if (body[0] === 0x1f && body[1] === 0x8b) return []
  const names: string[] = []
  let size = 0
  let manifest: Uint8Array | undefined
  try {
    const files = unzipSync(body, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        size += originalSize
        return name === 'SKILL.md' && originalSize <= 1 << 20
      },
    })
    manifest = files['SKILL.md']
  } catch {
    return report('is no ZIP archive that can be read')
  }
  const unsafe = names.find((name) => /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/.test(name))
  if (unsafe !== undefined) return report('holds a file whose name leads out of its folder')
  if (manifest === undefined) return report('has no SKILL.md at its root')
  if (names.length > 1000 || size > 50 << 20)
    return report(
      `holds ${names.length} files of ${size} bytes together, more than clients unpack (1000 files, 50 MiB)`,
    )
  return checkSkill(document, new TextDecoder().decode(manifest))
}
