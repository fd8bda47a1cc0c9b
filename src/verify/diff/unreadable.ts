import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Crawl } from '../crawl.ts'
import { JSON_KINDS } from '../document.ts'
import type { Fetched } from '../readers.ts'

/** What of a deployed site could not be read, so that it would look like removed. What answers 404 is not there. */
export function findUnreadable({ documents, links, refused, truncated, missing }: Crawl): Diagnostic[] {
  const followed = links.flatMap(({ url, foreign, must, answer }) =>
    url !== undefined && must && !foreign && answer !== undefined && ![200, ...GONE].includes(answer.status)
      ? [{ url, answer }]
      : [],
  )
  // A server that has an answer for everything has its page where others have no document.
  const answersAll = missing?.status === 200
  const broken = documents.filter(
    ({ kind, foreign, json, pointer }) =>
      JSON_KINDS.has(kind) && !foreign && pointer === '' && json === undefined && !answersAll,
  )
  return [
    ...[...refused.filter(({ answer }) => !GONE.includes(answer.status)), ...followed].map(({ url, answer }) =>
      diagnose('DIFF_UNREADABLE', { url }, { url, reason: reasonOf(answer) }),
    ),
    ...broken.map(({ url }) => diagnose('DIFF_UNREADABLE', { url }, { url, reason: 'is no JSON' })),
    ...(truncated
      ? [
          diagnose(
            'DIFF_UNREADABLE',
            {},
            {
              url: documents[0]?.url ?? '',
              reason: `is one of more than ${documents.length} documents, and the rest were not read`,
            },
          ),
        ]
      : []),
  ]
}

const GONE: readonly number[] = [404, 410]

function reasonOf({ status, failure }: Fetched): string {
  return failure?.reason ?? `answers with status ${status}`
}
