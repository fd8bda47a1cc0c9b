import { formatOptions, type Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { parseTime } from '../sign/time.ts'
import { urlPath } from '../site.ts'
import { SECURITY_TXT } from './security-txt.ts'

const DAY = 86_400

/**
 * Whether the security.txt of the options can be relied on: when it expires, and where it says that it is.
 *
 * @param now The time in epoch seconds; without it expiry is not judged.
 */
export function checkSecurityTxt(config: Config, now: number | undefined): Diagnostic[] {
  const { expires, canonical } = formatOptions(config, 'security-txt')
  if (typeof expires !== 'string') return []
  return [...checkExpiry(expires, config.file, now), ...checkCanonical([canonical ?? []].flat(), config)]
}

function checkExpiry(expires: string, file: string, now: number | undefined): Diagnostic[] {
  const place = { file, pointer: '/formats/security-txt/expires' }
  const end = parseTime(expires)
  if (end === undefined) {
    const problem = 'names a day or a time that does not exist'
    return [diagnose('CONFIG_OPTION', place, { option: 'formats.security-txt.expires', problem, found: show(expires) })]
  }
  if (now === undefined) return []
  if (end <= now) return [diagnose('SECURITY_TXT_EXPIRED', place, { expires })]
  if (end > now + 366 * DAY) return [diagnose('SECURITY_TXT_EXPIRES_FAR', place, { expires })]
  return end < now + 30 * DAY ? [diagnose('SECURITY_TXT_EXPIRES_SOON', place, { expires })] : []
}

/** A build for a preview is served elsewhere on purpose. */
function checkCanonical(canonical: readonly unknown[], { origin, preview, file }: Config): Diagnostic[] {
  const url = origin + urlPath(SECURITY_TXT)
  if (canonical.length === 0 || preview || canonical.includes(url)) return []
  return [diagnose('SECURITY_TXT_CANONICAL', { file, pointer: '/formats/security-txt/canonical' }, { url })]
}
