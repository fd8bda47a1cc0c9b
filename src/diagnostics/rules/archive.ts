import { list, rule, show } from './rule.ts'
import { skillMdRules } from './skill-md.ts'

/** What is wrong with a link inside a skill. */
export type LinkProblem = 'outside' | 'broken' | 'loop' | 'chain' | 'excluded'

/** Findings about an Agent Skill: its SKILL.md, the files of its folder, and the archive made from them. */
export const archiveRules = {
  ...skillMdRules,

  SKILL_FILE_LINK: rule<{ path: string; problem: LinkProblem; target?: string }>({
    severity: 'error',
    locked: true,
    message: ({ path, problem, target }) => `${path} is a link ${LINK_PROBLEMS[problem](target ?? '')}.`,
    hint: ({ problem }) =>
      problem === 'outside'
        ? 'Copy what it points to into the skill, or remove the link.'
        : problem === 'excluded'
          ? 'Remove the link.'
          : 'Let it point to a file of the skill, or remove it.',
    docs: `A link inside an Agent Skill is published as what it points to, but only if that lies in the skill's own folder and is itself published.

A link that leads out of the folder would copy another file of the build machine onto the site, and clients refuse archives that hold links. A broken link, a link that leads back to one of its own parents, a link to a folder inside a linked folder, and a link to something that is not published (a dot file, a file that git ignores) stop the build too: what the author meant cannot be published.

Copy the file into the skill's folder, or remove the link.`,
  }),
  SKILL_FILE_SPECIAL: rule<{ path: string; kind: string }>({
    severity: 'error',
    message: ({ path, kind }) => `${path} is ${kind}, not a file, so it cannot be published. It was not opened.`,
    hint: () => 'Remove it from the skill.',
    docs: 'A skill consists of files and folders. Sockets, named pipes and devices have no content that could be published, and opening one can block the build for ever.',
  }),
  SKILL_FILE_UNREADABLE: rule<{ path: string; reason: string }>({
    severity: 'error',
    message: ({ path, reason }) => `${path} cannot be read (${reason}), so the skill would be published without it.`,
    hint: ({ reason }) =>
      reason === 'EACCES' || reason === 'EPERM' ? 'Make it readable for the user who builds the site.' : undefined,
    docs: 'A file or folder of a skill exists but the system does not let it be read. Publishing the rest would be a different skill from the one that was written, so the build stops. The message repeats the error code of the system: `EACCES` and `EPERM` are missing permissions.',
  }),
  SKILL_FILE_TWINS: rule<{ folder: string; names: readonly string[]; difference: 'case' | 'form' }>({
    severity: 'error',
    message: ({ folder, names, difference }) =>
      `${folder} holds names that differ only in ${difference === 'case' ? 'upper and lower case' : 'their Unicode form'}: ${list(names.map((n) => show(n).slice(1, -1)))}${difference === 'form' ? ` (${names.map(codePoints).join(' and ')})` : ''}. On macOS and Windows one of them would overwrite the other.`,
    hint: () => 'Rename or remove one of them.',
    docs: `Linux keeps \`Guide.md\` and \`guide.md\` apart, and so it does with two spellings of \`é\` (one code point, or \`e\` and an accent). macOS and Windows do not: there one file replaces the other when the skill is unpacked, and the archive built on such a machine has another content and another digest.

Rename one of the two.`,
  }),
  SKILL_FILE_NAME: rule<{ path: string; reason: string }>({
    severity: 'error',
    message: ({ path, reason }) => `The name of ${show(path)} ${reason}, so clients cannot unpack it.`,
    hint: () => 'Rename the file.',
    docs: 'Names that are not valid UTF-8, hold a control character (a line break, a tab) or a backslash (a separator for half of all clients), or are `__proto__` cannot be carried by an archive, a URL and a list of files alike.',
  }),
  SKILL_FILE_NAME_PORTABLE: rule<{ path: string; reason: string }>({
    severity: 'warning',
    message: ({ path, reason }) => `The name of ${show(path)} ${reason}.`,
    hint: () => 'Rename the file.',
    docs: 'Windows cannot hold files whose names contain `< > : " | ? *`, end with a dot or a space, or are the name of a device (`con`, `nul`, `com1` …): the skill cannot be installed there, or loses the file. Invisible and direction-changing characters in a name hide what it is. The file is published under its name all the same.',
  }),
  SKILL_FILE_PATH_LENGTH: rule<{ path: string; bytes: number; limit: number }>({
    severity: 'suggestion',
    message: ({ path, bytes, limit }) =>
      `The path of ${show(path)} within the skill is ${bytes} bytes long; clients that keep skills as tar archives cut paths at ${limit}.`,
    hint: () => 'Shorten the name or use fewer folders.',
    docs: 'Signpost publishes zip archives, which carry long paths. Some clients and registries pack a skill again as tar, where a path beyond 100 bytes (in UTF-8: about 33 Chinese characters) is cut without a word, and Windows limits whole paths to 260 characters.',
  }),
  SKILL_FILE_SIZE: rule<{ path: string; bytes: number; limit: number }>({
    severity: 'warning',
    message: ({ path, bytes, limit }) =>
      `${path} is ${mebibytes(bytes)} MiB large; most static hosts refuse files over ${mebibytes(limit)} MiB.`,
    hint: () => 'Make it smaller, or let the skill say where to download it.',
    docs: 'Cloudflare Pages and Workers refuse files over 25 MiB, other hosts are near, and clients limit what they download. A deployment that fails for one asset takes the whole site with it.',
  }),
  SKILL_FOLDER_NESTED: rule<{ folder: string; skill: string; glob?: string }>({
    severity: 'warning',
    message: ({ folder, skill }) =>
      `${folder} holds a SKILL.md of its own, so it is another skill and not published as a part of ${skill}.`,
    hint: ({ glob }) =>
      glob === undefined
        ? 'Rename its SKILL.md if it is an example or a template.'
        : `To publish it as a skill, add '${glob}' to the option \`skills\`; if it is an example, rename its SKILL.md.`,
    docs: "A folder with a SKILL.md is a skill, wherever it lies. Published as files of the skill around it, it would be shown under that skill's access and clients would install one skill inside another. Adopt it through the option `skills`, exclude it, or rename its SKILL.md if it is only an example.",
  }),
  ARCHIVE_TOO_MANY_FILES: rule<{ folder: string; limit: number }>({
    severity: 'error',
    message: ({ folder, limit }) => `${folder} holds more than ${limit} files; clients refuse archives with more.`,
    hint: () =>
      'Leave out what the skill does not need (git-ignored files and dot files are not published), or split the skill.',
    docs: 'Clients count the entries of an archive before they unpack it and refuse more than 1,000. A folder that large mostly holds something that was not meant to be published: installed packages, build output, data.',
  }),
  ARCHIVE_TOO_LARGE: rule<{ folder: string; bytes: number; limit: number }>({
    severity: 'error',
    message: ({ folder, bytes, limit }) =>
      `The files of ${folder} are ${mebibytes(bytes)} MiB large together; clients refuse to unpack more than ${mebibytes(limit)} MiB.`,
    hint: () => 'Leave out what the skill does not need, or let it say where to download large files.',
    docs: 'Clients stop unpacking an archive at 50 MiB, as a protection against archive bombs. Such a skill could be published but not installed.',
  }),
}

const LINK_PROBLEMS: Readonly<Record<LinkProblem, (target: string) => string>> = {
  outside: () => "that leads out of the skill's folder. It was not followed: it could publish any file of this machine",
  broken: (target) => `to ${show(target)}, which is not there`,
  loop: () => 'that leads back to itself or to a folder it lies in',
  chain: () => 'to a folder, inside a folder that is itself reached by a link',
  excluded: (target) => `to ${target}, which is not published`,
}

function mebibytes(bytes: number): string {
  return String(Math.ceil((bytes / 1_048_576) * 10) / 10)
}

function codePoints(name: string): string {
  return [...name]
    .filter((c) => c > '\u007F')
    .map((c) => `U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ')
}
