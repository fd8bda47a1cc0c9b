import { rule, show } from './rule.ts'

/** Codes about writing a site into its folders. */
export const siteRules = {
  SITE_PATH_CONFLICT: rule<{ path: string; other: string; owners: readonly [string, string] }>({
    severity: 'error',
    message: ({ path, other, owners: [first, second] }) =>
      path === other
        ? `Two files want the path ${show(path)}: ${first} and ${second}.`
        : `${show(path)} (${first}) needs a folder where ${show(other)} (${second}) is a file, so only one of them can be published.`,
    hint: () => 'Rename or remove one of the two.',
    docs: `A path of a site can hold one file. Two files want the same path, or one file lies where the other needs a folder (\`skills\` and \`skills/pdf/descriptor.json\`).

Two definitions or two formats can ask for one path; the message names the files that each comes from. The files of the public folder have two more owners beside Signpost: the app that Vite builds, with what lies in its \`public/\` folder; and, in a folder that another framework wrote, that framework. The message names both. Signpost never decides by itself whose file is thrown away, and writes nothing at all while there is a conflict.

Give the definition another \`publish.slug\`, switch the format off that publishes the path (\`formats\`), or move your own file. A file that nobody wants any more, left from an earlier build, can be removed by hand.`,
  }),

  SITE_TARGET_REFUSED: rule<{ option: string; folder: string; reason: string }>({
    severity: 'error',
    locked: true,
    message: ({ option, folder, reason }) => `Signpost does not write into ${show(folder)} (\`${option}\`): ${reason}.`,
    hint: ({ option, folder }) =>
      option === 'build.outDir'
        ? 'Name a folder of its own in `build.outDir` or `--out-dir`, such as `dist`.'
        : `Name a folder of its own in \`${option}\`${folder === SUGGESTED[option] ? ', or remove this one if it is an old output' : `, such as \`${SUGGESTED[option]}\``}.`,
    docs: `A build replaces the contents of its output folders: the public site (\`build.outDir\` or \`--out-dir\`), the authenticated view (\`privateDir\`) and the deployment files (\`deployDir\`). Signpost refuses a folder that it could do harm in:

- the root of the site or a folder above it, a home folder, a folder that holds a \`package.json\` or a \`.git\`;
- the definitions, the folder of the publisher's own files (\`public/\`), \`node_modules\`, \`.git\`, \`.signpost\`, and anything inside or around them;
- a file, a symbolic link, or a folder that a link on the way leads out of the project;
- the same folder twice, or one inside another: an authenticated view inside the public folder would be published with it;
- a \`privateDir\` or \`deployDir\` that holds files but no sign that Signpost wrote it (its \`.gitignore\`).

Nothing was written. Choose another folder, or, where the folder really is an old output, remove it.`,
  }),

  SITE_LOCKED: rule<{ folder: string; pid: number; host: string; lock: string }>({
    severity: 'error',
    message: ({ folder, pid, host }) => `Another build (process ${pid} on ${show(host)}) is writing ${show(folder)}.`,
    hint: ({ lock }) => `Run the build again when the other one has ended. If there is none, remove \`${lock}\`.`,
    docs: `Two builds that write the same folders at the same time would overwrite each other, so a build locks its folders while it writes, and a second one stops with this finding. Nothing was written by it.

The lock of a build that was killed is recognised and taken over. Only where that cannot be told (a build in another container or on another machine that shares the folder) does the lock stay for ten minutes; the hint names the file to remove.`,
  }),

  SITE_WRITE_FAILED: rule<{ reason: string; code: string; path?: string | undefined; replaced: boolean }>({
    severity: 'error',
    message: ({ reason, code, path, replaced }) =>
      `${replaced ? 'The new site is in place, but what it replaced could not be removed' : 'The site could not be written and the one before is as it was'}: ${reason} (${code}${path === undefined ? '' : `, ${show(path)}`}).`,
    hint: ({ code }) => HINTS[code],
    docs: `The operating system refused something while the output folders were written: the disk is full, a folder may not be written, a name is too long for the file system, or two names are the same to it.

A site is prepared beside its folder and moved in when it is complete, so the folders hold what they held before the build. Put the cause right and build again.

\`EBUSY\` and \`EXDEV\` mean that an output folder is itself a mount point (a volume of a container, for example): such a folder cannot be replaced. Mount the folder above it, and build into a folder inside.`,
  }),
}

const PERMISSION = 'Check who owns the folder and the folder above it, and whether they may be written.'
const MOUNT =
  'An output folder that is a mount point cannot be replaced. Mount the folder above it and build into a folder inside.'

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space: a build needs room for the files that changed.',
  EDQUOT: 'Free some space: a build needs room for the files that changed.',
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: PERMISSION,
  EBUSY: MOUNT,
  EXDEV: MOUNT,
  EEXIST: 'To this file system two names of the site are the same. Rename one of them.',
  ELOCKED: 'Run the build again when the other one has ended.',
  ENAMETOOLONG: 'Shorten the name: most file systems allow 255 bytes.',
}

const SUGGESTED: Readonly<Record<string, string>> = { privateDir: 'dist-private', deployDir: 'dist-deploy' }
