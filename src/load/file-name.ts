import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../json.ts'

/** Whether a file or folder is left behind by a tool (an editor, a system, a package manager), or is a dot file. */
export function isLitter(name: string): boolean {
  return name.startsWith('.') || LITTER.test(name)
}

/** What keeps a file or folder of a skill from being carried to every client under its name. */
export function checkFileName(name: string, path: string): Diagnostic[] {
  const broken = BROKEN_NAMES.find(([pattern]) => pattern.test(name))
  if (broken !== undefined) return [diagnose('SKILL_FILE_NAME', { file: path }, { path, reason: broken[1] })]
  const unportable = UNPORTABLE_NAMES.find(([pattern]) => pattern.test(name))
  return unportable === undefined
    ? []
    : [diagnose('SKILL_FILE_NAME_PORTABLE', { file: path }, { path, reason: unportable[1] })]
}

/** Groups of names in one folder that case-insensitive or normalising file systems hold to be the same. */
export function nameTwins(names: readonly string[]): { names: string[]; difference: 'case' | 'form' }[] {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const key = name.normalize('NFC').toLowerCase().normalize('NFC')
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      names: group.toSorted(compareText),
      difference: new Set(group.map((n) => n.normalize('NFC'))).size > 1 ? 'case' : 'form',
    }))
}

const LITTER = new RegExp(
  [
    String.raw`^(?:node_modules|__pycache__|__MACOSX|\$RECYCLE\.BIN|System Volume Information)$`,
    String.raw`^(?:Thumbs\.db|ehthumbs\.db|desktop\.ini|Icon\r)$`,
    String.raw`\.(?:py[cod]|sw[a-p]|orig|rej|bak)$`,
    String.raw`~$`,
    String.raw`^#.*#$`,
  ].join('|'),
  'i',
)

const BROKEN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}/u, 'holds a control character'],
  [/\\/, 'holds a backslash, which half of all clients read as a separator'],
  [/^__proto__$/, 'changes objects in clients written in JavaScript'],
]

const UNPORTABLE_NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /[<>:"|?*]/,
    'holds a character that Windows does not allow in a name (< > : " | ? *), so the skill cannot be installed there',
  ],
  [/[. ]$/, 'ends with a dot or a space, which Windows cuts off'],
  [
    /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i,
    'is the name of a device on Windows, so the skill cannot be installed there',
  ],
  [
    /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u,
    'holds an invisible or direction-changing character',
  ],
]
