import { compareText } from '../json.ts'
import { ABILITIES } from './capabilities.ts'
import type { Ability, Capability, Host, Limits, Proof } from './host.ts'

/** docs/hosts.md: what each host can do and how that is known, made from the hosts themselves. */
export function renderHosts(hosts: Readonly<Record<string, Host>>): string {
  const list = Object.values(hosts).toSorted((a, b) => compareText(a.name, b.name))
  return [INTRODUCTION, table(list), LEGEND, ...list.map(section)].join('\n\n').concat('\n')
}

const INTRODUCTION = `# Hosts

This file is made from the modules in \`src/hosts/\`; do not edit it.

\`hosts: ['netlify', 'nginx']\` names the platforms that a site is deployed to. The public folder (and that of the authenticated view) is laid out for the first: the files that it reads there are written into it. What every host needs besides lies in \`dist-deploy/<host>/\`, with a README that says what to copy where. Without \`hosts\` the folder is laid out plainly, every URL a file of its name.

All hosts get the same rules: a media type for every file, \`Cache-Control\` by class, CORS with preflight for Agent Cards, \`nosniff\`, \`Link\` on the page, \`?type=\` on the Skill Index, and 404 for what is missing. What a platform cannot do of it, the build report says in a sentence. HTML, SVG and scripts of Agent Skills are attachments under a sandboxing policy; the policy is on the whole folder of skills, since platforms answer \`demo.html\` at \`demo\` too. Where a platform lets no headers be set, they are published inside the skill's archive only.

Rules of your own in \`public/_headers\` and \`public/_redirects\` are merged, and what both set is an error. Other host files of yours are left as they are, with a warning.`

const NAMES: Readonly<Record<Ability, string>> = {
  types: 'Media types',
  cache: '`Cache-Control`',
  cors: 'CORS',
  preflight: 'Preflight',
  headers: '`Link`, `nosniff`',
  filter: '`?type=`',
  attachments: 'Attachments',
  revalidation: '304',
  missing: '404',
}

const PROOFS: Readonly<Record<Proof, string>> = { server: 'S', emulator: 'E', parser: 'P', documentation: 'D' }

const LEGEND = `yes, partly, no, each with how it is known:

- **S** the real server, with the generated files, answered every request of the test suite;
- **E** the platform's own local server (\`wrangler\`, \`netlify dev\`, superstatic, the Azure emulator), or a stand-in for S3 with the CloudFront functions run in Node, did;
- **P** the platform's own parser read the generated files and gave back exactly our rules;
- **D** the platform's documentation says so; nothing was run.

Local servers get some things wrong: \`netlify dev\` ignores \`Cache-Control\` and \`Content-Type\` of \`_headers\`, superstatic never answers 304 and the Azure emulator has one ETag for all files. What they get wrong is not claimed by them. \`signpost verify\` looks at a deployed site.`

function table(hosts: readonly Host[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    row(['Host', ...ABILITIES.map((ability) => NAMES[ability])]),
    row(['---', ...ABILITIES.map(() => '---')]),
    ...hosts.map(({ name, can }) => row([`\`${name}\``, ...ABILITIES.map((ability) => cell(can[ability]))])),
  ].join('\n')
}

function cell({ has, proof }: Capability): string {
  return `${has === true ? 'yes' : has === false ? '**no**' : 'partly'} ${PROOFS[proof]}`
}

function section(host: Host): string {
  const { name, title, can, instructions, layout, limits } = host
  const notes = ABILITIES.flatMap((ability) => (can[ability].note === undefined ? [] : [`- ${can[ability].note}`]))
  const layoutNote =
    layout === 'file'
      ? []
      : [
          'JSON documents without an ending are files with one, which the host answers at their URL: the manifest in `dist-deploy/` lists both.',
        ]
  return [
    `## ${title}`,
    `\`${name}\``,
    ...layoutNote,
    ...instructions,
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...limitLines(limits),
  ].join('\n\n')
}

function limitLines({ files, fileBytes, refusedName, config = {} }: Limits): string[] {
  const parts = [
    ...(files === undefined ? [] : [`${group(files)} files`]),
    ...(fileBytes === undefined ? [] : [`${fileBytes / 1024 / 1024} MiB a file`]),
    ...(refusedName === undefined ? [] : ['no `#` or `?` in a name']),
    ...Object.entries(config).map(
      ([path, { bytes, rules, line }]) =>
        `in \`${path}\` ${[...(rules === undefined ? [] : [`${group(rules)} rules`]), ...(line === undefined ? [] : [`${group(line)} characters a line`]), ...(bytes === undefined ? [] : [`${bytes / 1024} KiB`])].join(' and ')}`,
    ),
  ]
  return parts.length === 0 ? [] : [`Checked at build: ${parts.join('; ')}.`]
}

function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}
