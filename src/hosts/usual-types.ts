import { endingOf, sameMediaType, type HostedFile } from './site-rules.ts'

/** Media types that every platform gives to these endings by itself. */
const USUAL: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
}

/** The media type that a platform gives to a file by its name alone; `undefined` where platforms differ. */
export function usualType(path: string): string | undefined {
  return USUAL[endingOf(path)]
}

/** The headers that a rule has to set on a file: not the media type, where the platform gives it by itself. */
export function ruleHeaders({ path, headers, mediaType }: HostedFile): Record<string, string> {
  const { 'Content-Type': _, ...rest } = headers
  const usual = usualType(path)
  return usual !== undefined && sameMediaType(usual, mediaType) ? rest : { ...rest, 'Content-Type': mediaType }
}
