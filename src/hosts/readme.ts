import type { Host, HostFile } from './host.ts'
import type { SiteRules } from './site-rules.ts'

/** What the README of a host's folder tells about. */
export interface ReadmeFacts {
  readonly isFirst: boolean
  /** Host files that lie in the public folder already. */
  readonly inside: readonly HostFile[]
  /** Host files whose place a file of the publisher's has. */
  readonly kept: readonly HostFile[]
  readonly privateFiles: readonly HostFile[]
  /** Files in the public folder that another host reads and this one should not. */
  readonly strange: readonly string[]
  /** Files that have another name on this host, with that name. */
  readonly moves: ReadonlyArray<readonly [from: string, to: string]>
  readonly rules: SiteRules
}

/** The README of `dist-deploy/<host>/`: what to copy where, and what the host cannot do. */
export function hostReadme(host: Host, facts: ReadmeFacts): string {
  const { isFirst, inside, kept, privateFiles, strange, moves, rules } = facts
  const names = (files: readonly HostFile[]): string => files.map(({ path }) => `\`${path}\``).join(', ')
  const first = isFirst
    ? [
        `The public folder is laid out for ${host.title}${inside.length === 0 ? '' : `: ${names(inside)} ${inside.length === 1 ? 'lies' : 'lie'} in it`}.`,
      ]
    : [
        `The public folder is laid out for another host. To deploy it to ${host.title}, copy it and put these files to it.`,
      ]
  const rename =
    moves.length === 0
      ? []
      : [
          'In the copy, give these files another name:',
          moves.map(([from, to]) => `    mv '${from}' '${to}'`).join('\n'),
        ]
  const remove =
    strange.length === 0
      ? []
      : [
          `Remove ${strange.map((path) => `\`${path}\``).join(', ')} from the copy: ${strange.length === 1 ? 'it is' : 'they are'} for the other host.`,
        ]
  const notes = host.notes(rules)
  const isUnsafe = !isFirst && host.can.attachments.has === false && rules.files.some(({ active }) => active)
  return [
    `# ${host.title}`,
    ...first,
    ...(isUnsafe
      ? [
          `Build with \`${host.name}\` first in \`hosts\` for it: only then are HTML, SVG and scripts of skills left to their archives, which is needed where no headers can be set.`,
        ]
      : []),
    ...rename,
    ...remove,
    ...host.instructions,
    ...kept.map(
      ({ path }) =>
        `You have a \`${path}\` of your own, which is left as it is. Add to it what \`${path}\` in this folder says.`,
    ),
    ...(privateFiles.length === 0
      ? []
      : [
          isFirst && privateFiles.every(({ placement }) => placement === 'site')
            ? 'The folder of the authenticated view has host files of its own.'
            : 'The same for the authenticated view: `private/`. It never limits access by itself: put authentication before that origin.',
        ]),
    ...(notes.length === 0 ? [] : ['What this host does not do:', notes.map((note) => `- ${note}`).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}
