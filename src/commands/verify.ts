import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { amount } from '../diagnostics/reporters/reporter.ts'
import { openWeb } from '../load/site-http.ts'
import { isLoopback } from '../url.ts'
import { parseYaml } from '../parse/yaml.ts'
import { maskSource } from '../scan/mask.ts'
import { verify, type VerifyOptions, type VerifyResult } from '../verify/verify.ts'
import type { Flags, Io } from './command.ts'
import { finish } from './finish.ts'
import { givenKeys, givenOrigin, openSite } from './site-operand.ts'

/** `signpost verify <origin or folder>`: reads a site as clients do and reports every broken promise. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const [operand = ''] = operands
  const own = flags.own ?? {}
  const offline = own['offline'] === true
  const { reader, folder } = openSite(operand, flags, io, { offline })
  const origin = givenOrigin(flags)
  const trusted = givenKeys(flags, io)
  const options: VerifyOptions = {
    ...(origin === undefined ? {} : { origin }),
    ...(trusted === undefined ? {} : { trusted }),
    ...(offline ? {} : { web: openWeb() }),
    now: Math.floor(Date.now() / 1000),
    isPrivate: own['private'] === true,
  }
  const result = await verify(reader, options)
  const sources = createSources(folder, result)
  const run = {
    diagnostics: result.diagnostics.map(createPositioner(sources)),
    report: result.report,
    summary: [...summaryOf(result), ...standsForHint(reader.origin, origin)],
    strict: flags.strict === true,
  }
  return finish(run, { root: folder ?? io.cwd, sourceText: sources.masked }, flags, io)
}

interface Sources {
  /** Text of a file of the folder. */
  readonly plain: (file: string) => string | undefined
  /** The same with every secret masked, for code frames. */
  readonly masked: (file: string) => string | undefined
}

/** Longer documents are shown without the lines around a finding. */
const MAX_SHOWN = 1 << 20

function createSources(folder: string | undefined, { secrets }: VerifyResult): Sources {
  const plain = (file: string): string | undefined => {
    if (folder === undefined) return undefined
    try {
      const bytes = readFileSync(path.join(folder, file))
      return bytes.length > MAX_SHOWN || bytes.includes(0) ? undefined : bytes.toString('utf8')
    } catch {
      return undefined
    }
  }
  const masked = (file: string): string | undefined => {
    const found = plain(file)
    return found === undefined ? undefined : maskSource(found, file, secrets)
  }
  return { plain, masked }
}

/** Gives findings in JSON files of a folder the line and column of their pointers; a file is parsed once. */
function createPositioner({ plain }: Sources): (finding: Diagnostic) => Diagnostic {
  const documents = new Map<string, ReturnType<typeof parseYaml>['document']>()
  return (finding) => {
    const { file, pointer, line, severity } = finding
    if (file === undefined || pointer === undefined || line !== undefined || severity === 'suggestion') return finding
    if (!documents.has(file)) {
      const source = plain(file)
      documents.set(
        file,
        source === undefined ? undefined : parseYaml(source, file.endsWith('.json') ? file : `${file}.json`).document,
      )
    }
    const document = documents.get(file)
    return document === undefined ? finding : { ...finding, ...document.at(pointer, 'value'), file }
  }
}

/** A server on this machine is judged as if it were the deployed origin, unless `--origin` says for which it stands. */
function standsForHint(asked: URL | undefined, given: URL | undefined): string[] {
  if (asked === undefined || given !== undefined || !isLoopback(asked.hostname)) return []
  return [`Judged as ${asked.origin}. If it stands for another origin, name that: \`--origin https://…\`.`]
}

function summaryOf({ report: { origin, documents, links, signatures, unknown } }: VerifyResult): string[] {
  const count = Object.values(documents).reduce((sum, n) => sum + n, 0)
  return [
    `Verified ${amount(count, 'document')} and ${amount(links, 'link')}${origin === '' ? '' : ` of ${origin}`}.`,
    ...(signatures === 0 ? [] : [`${amount(signatures, 'signature')} ${signatures === 1 ? 'verifies' : 'verify'}.`]),
    ...unknown.map((sentence) => `Not known: ${sentence}`),
  ]
}
