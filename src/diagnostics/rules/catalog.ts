import { list, rule, show } from './rule.ts'

/** Findings between definitions. */
export const catalogRules = {
  CATALOG_EMPTY: rule<{ folders: readonly string[] }>({
    severity: 'warning',
    message: ({ folders }) => `There is no definition below ${list(folders)}, so there is nothing to publish.`,
    hint: () => 'Add a skill, for example skills/hello/SKILL.md.',
    docs: 'A build without any definition publishes an empty index. Check the options `skills`, `agents` and `exclude`, and the folder that the command runs in.',
  }),
  CATALOG_DUPLICATE_ID: rule<{ id: string; files: readonly string[] }>({
    severity: 'error',
    message: ({ id, files }) =>
      `The id ${show(id)} is used by ${list(files)}; ids are unique in an index, whatever their case.`,
    hint: () => 'Give one of them another `id`.',
    docs: 'Clients look a skill up by its id (Skill Sharing 5.7). Ids that differ only in case or Unicode form are the same for some of them.',
  }),
  CATALOG_DUPLICATE_SLUG: rule<{ slug: string; kind: string; files: readonly string[] }>({
    severity: 'error',
    message: ({ slug, kind, files }) => `Two ${kind} would be published under ${show(slug)}: ${list(files)}.`,
    hint: () => 'Rename one of the files, or give one a `publish.slug`.',
    docs: 'The slug is the folder that a definition is published in. Two of the same kind with one slug would overwrite each other.',
  }),
  CATALOG_DUPLICATE_URN: rule<{ urn: string; files: readonly string[] }>({
    severity: 'error',
    message: ({ urn, files }) => `The identifier ${show(urn)} would name two resources: ${list(files)}.`,
    hint: () => 'Change `ard.namespace` or `publish.slug` of one.',
    docs: 'An ARD identifier names one resource. `ard.namespace` replaces the middle part of the URN, so two kinds of definition can come to share one.',
  }),
  CATALOG_REF_UNKNOWN: rule<{ ref: string; suggestion?: string }>({
    severity: 'error',
    message: ({ ref }) => `There is no skill definition called ${show(ref)}.`,
    hint: ({ suggestion }) =>
      suggestion === undefined
        ? 'Define that skill, or name one that is defined: by the name of its file or folder.'
        : `Did you mean \`${suggestion}\`?`,
    docs: '`{ref: NAME}` stands for the skill definition of that name: its file or folder name without the ending.',
  }),
  CATALOG_REF_PRIVATE: rule<{ ref: string; file: string; skillFile: string }>({
    severity: 'warning',
    locked: true,
    message: ({ ref, file, skillFile }) =>
      `${file} refers to ${show(ref)}, which ${skillFile} makes private. The public view leaves the reference out.`,
    hint: () => 'Remove the reference, or move it to `extended`.',
    docs: 'A public agent or server may not mention a private skill. The reference is dropped from the public view and kept in the authenticated one.',
  }),
  CATALOG_NOTHING_LEFT: rule<{ file: string; what: string; skillFiles: readonly string[] }>({
    severity: 'error',
    message: ({ file, what, skillFiles }) =>
      `${file} is not private, but every one of its ${what} is: ${list(skillFiles)}. Nothing would be left of it in the public view.`,
    hint: () => 'Make it private too, or give it something public.',
    docs: 'After the references to private skills are dropped, a public agent needs at least one skill and a public MCP server at least one tool.',
  }),
  SITE_PUBLISHER_FILE: rule<{ path: string; format: string }>({
    severity: 'suggestion',
    message: ({ path, format }) =>
      `Your own ${path} is published; the one that the format ${format} makes is left out.`,
    docs: 'Files for people (`index.html`, `404.html`, `llms.txt`, `sitemap.xml` …) that a publisher has are better than made ones, so they win. Remove yours, or switch the format off, to say which you want.',
  }),
  CATALOG_PRIMARY: rule<{ files: readonly string[]; marked: boolean }>({
    severity: 'error',
    message: ({ files, marked }) =>
      marked
        ? `Several agents are marked \`publish.primary: true\`: ${list(files)}. One card is served at the well-known URI.`
        : `There are ${files.length} agents, and none is marked as the one at the well-known URI: ${list(files)}.`,
    hint: ({ marked }) =>
      marked
        ? 'Keep the mark on one.'
        : 'Write `publish: { primary: true }` in one of them, or `primary: false` in all for no card at the root.',
    docs: '`/.well-known/agent-card.json` holds one card. A single agent is primary by itself; with several, one is marked `publish.primary: true`. `primary: false` on all of them means that there is no card at the root.',
  }),
}
