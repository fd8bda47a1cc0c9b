import path from 'node:path'
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts'

/** The system's code of an error (`ENOENT`); `undefined` for an error that no system call raised. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined
}

/**
 * The finding for an error of the operating system.
 *
 * @throws the error itself where it is none: a bug keeps its stack.
 */
export function writeFailure(error: unknown, root: string, file: string, replaced: boolean): Diagnostic {
  const code = errorCode(error)
  if (code === undefined) throw error
  const { message } = error as Error
  const failed = (error as NodeJS.ErrnoException & { dest?: string }).dest ?? (error as NodeJS.ErrnoException).path
  return diagnose(
    'SITE_WRITE_FAILED',
    { file },
    {
      code,
      reason: message.replace(/^[A-Z0-9]+: /, '').replace(/, \w+( '.*)?$/su, ''),
      path: failed === undefined ? undefined : displayPath(root, failed),
      replaced,
    },
  )
}

/** A path as a message shows it: relative to the root where it lies inside, with `/`. */
export function displayPath(root: string, target: string): string {
  const relative = path.relative(root, target) || '.'
  const inside = relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
  return inside ? relative.replaceAll(path.sep, '/') : target
}
