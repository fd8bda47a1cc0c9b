import { diagnose } from '../../diagnostics/diagnostic.ts'
import { parseTime } from '../../sign/time.ts'
import { placeOf, textOf } from '../document.ts'
import type { Step } from '../step.ts'

/** Whether a security.txt can still be relied on (RFC 9116, 2.5.5). */
export const securityTxt: Step = {
  name: 'security.txt',
  run({ crawl, now }) {
    const document = crawl.documents.find(({ kind }) => kind === 'security-txt')
    const expires =
      document === undefined ? undefined : /^expires[ \t]*:[ \t]*(\S+)/im.exec(textOf(document) ?? '')?.[1]
    const time = expires === undefined ? undefined : parseTime(expires)
    if (document === undefined || time === undefined || now === undefined || time > now) return { diagnostics: [] }
    return { diagnostics: [diagnose('SECURITY_TXT_EXPIRED', placeOf(document), { expires: expires! })] }
  },
}
