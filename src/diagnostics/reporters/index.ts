import { agent } from './agent.ts'
import { github } from './github.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { pretty } from './pretty.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'

/** What `--format` takes. */
export type ReporterName = 'pretty' | 'json' | 'github' | 'sarif' | 'agent' | 'markdown'

/** The reporters by their name. */
export const reporters = { pretty, json, github, sarif, agent, markdown } as const satisfies Record<
  ReporterName,
  Reporter
>
