import type { Command } from './command.ts'

/** The commands, in the order that help lists them. */
export const commands: readonly Command[] = [
  {
    name: 'build',
    summary: 'validate the definitions and write the site',
    description:
      'Validates every definition, makes the whole site in memory and writes it. Where vite.config has the signpost ' +
      'plugin it runs `vite build`; otherwise it adds the documents to the folder that your framework wrote. ' +
      'Nothing is written if there is an error; the site of the last build stays whole.',
    examples: [
      ['signpost build', 'write dist/, dist-private/ and dist-deploy/'],
      ['hugo && signpost build --out-dir public', 'add the documents to a site that Hugo made'],
      ['signpost build --strict --format github', 'in a workflow: annotate files, let warnings fail'],
    ],
    load: () => import('./build.ts'),
  },
  {
    name: 'check',
    summary: 'validate the definitions, write nothing',
    operands: { syntax: '[FILE...]', description: 'show findings about these files or folders only' },
    description:
      'Validates everything that build would publish, references between files included, and writes nothing. ' +
      'With FILEs only what is wrong with them is shown and counted, as a commit hook wants it.',
    examples: [
      ['signpost check', 'check all definitions'],
      ['signpost check skills/pdf-tools', 'check everything, show what is wrong with one skill'],
      ['signpost check --format agent', 'one line per finding, for a coding agent'],
    ],
    load: () => import('./check.ts'),
  },
  {
    name: 'explain',
    summary: 'print the documentation of a diagnostic code',
    operands: { syntax: '[CODE]', description: 'a code such as SKILL_NAME_MISMATCH; without it all codes are listed' },
    description: 'Tells what a diagnostic code means, why the rule exists and what to do about it.',
    examples: [
      ['signpost explain config_missing', 'case does not matter'],
      ['signpost explain', 'list all codes by severity'],
    ],
    load: () => import('./explain.ts'),
  },
  {
    name: 'formats',
    summary: 'list what is published where, by which specification',
    description: 'Lists the documents that a site can consist of: their paths, specification, version and its date.',
    examples: [['signpost formats --format json', 'the same for programs']],
    load: () => import('./formats.ts'),
  },
]
