import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { groupBy } from '../../group.ts'
import { placeOf } from '../document.ts'
import { checkUrl } from '../../url-check.ts'
import type { FollowedLink } from '../crawl.ts'
import { kindName } from '../kinds.ts'
import type { Step, Verification } from '../step.ts'

/** Whether everything that a document points at is there. */
export const links: Step = {
  name: 'links',
  run(verification) {
    const followed = verification.crawl.links.filter(({ from }) => from.copyOf === undefined)
    const asked = followed.filter((link) => link.asked && link.target === undefined && link.answer?.status !== 200)
    const foreign = new Set(
      followed.filter((link) => link.foreign && link.must && !link.asked).map(({ url }) => new URL(url!).host),
    )
    return {
      diagnostics: [
        ...once(asked.filter(({ must }) => must)).map(broken),
        ...followed.filter(({ must }) => must).flatMap((link) => checkReference(link, verification)),
        ...absent(
          asked.filter(({ must }) => !must),
          verification,
        ),
      ],
      unknown:
        foreign.size === 0
          ? []
          : [
              `What lies on ${foreign.size === 1 ? 'another host' : `${foreign.size} other hosts`} (${[...foreign].slice(0, 3).join(', ')}${foreign.size > 3 ? ' …' : ''}) was not asked for.`,
            ],
    }
  },
}

/** One finding for a place, at the first document that points there. */
function once(missing: readonly FollowedLink[]): FollowedLink[] {
  return groupBy(missing, ({ url = '' }) => url).map((group) => group[0]!)
}

function broken(link: FollowedLink): Diagnostic {
  const { from, pointer, url = '', kind, answer } = link
  const place = placeOf(from, pointer)
  const what = kindName(kind)
  if (answer?.failure?.kind === 'refused')
    return diagnose('SITE_LINK_REFUSED', place, { what, url, reason: answer.failure.reason })
  const isUnreached = link.foreign && answer?.failure !== undefined
  return diagnose(isUnreached ? 'SITE_LINK_UNREACHED' : 'SITE_LINK_BROKEN', place, {
    what,
    url,
    reason: reasonOf(answer),
  })
}

/** What clients follow is an https URL without credentials, or relative to the document. */
function checkReference({ from, pointer, reference }: FollowedLink, { development }: Verification): Diagnostic[] {
  if (pointer === '' || from.foreign || !/^[a-z][a-z0-9+.-]*:/i.test(reference)) return []
  const problems = checkUrl(reference, pointer, { development })
  return problems.map(({ code, pointer: at, args }) => diagnose(code, placeOf(from, at), args as never))
}

/** Links that no client has to follow: a folder may be only a part of what is deployed, a server has answered. */
function absent(missing: readonly FollowedLink[], { reader }: Verification): Diagnostic[] {
  const isJudged = ({ foreign }: FollowedLink): boolean => foreign || reader.kind === 'http'
  const dead = missing
    .filter(isJudged)
    .map(({ from, pointer, url = '', answer }) =>
      diagnose('SITE_LINK_DEAD', placeOf(from, pointer), { url, reason: reasonOf(answer) }),
    )
  const groups = groupBy(
    missing.filter((link) => !isJudged(link)),
    ({ from }) => `${from.url}#${from.pointer}`,
  )
  const lacking = groups.map((group) => {
    const [{ from, pointer }] = group as [FollowedLink]
    const urls = [...new Set(group.map(({ url }) => url ?? ''))]
    return diagnose('SITE_LINK_ABSENT', placeOf(from, urls.length === 1 ? pointer : ''), { urls })
  })
  return [...dead, ...lacking]
}

/** What a server or a folder said; completes "it …". */
export function reasonOf(answer: FollowedLink['answer']): string {
  if (answer === undefined) return 'is not there'
  return answer.failure?.reason ?? `answers ${answer.status}`
}
