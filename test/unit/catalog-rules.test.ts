import { expect, test } from 'vitest'
import type { Catalog } from '../../src/catalog.ts'
import { checkEmpty } from '../../src/catalog-rules.ts'
import { resolveConfig } from '../../src/config.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'

const { config } = resolveConfig(
  { origin: 'https://acme.example', provider: { name: 'Acme' } },
  { mode: 'production', env: {}, file: 'vite.config.ts' },
)
const nothing: Catalog = { skills: [], agents: [], servers: [] }
const finding = (code: string, severity: Diagnostic['severity'], file?: string): Diagnostic =>
  ({ code, severity, message: '', ...(file === undefined ? {} : { file }) }) as Diagnostic

test.each<[string, Diagnostic[]]>([
  ['nothing else', []],
  ['a site that is unsigned', [finding('KEY_MISSING', 'warning')]],
  ['another host as the publisher', [finding('CONFIG_PUBLISHER_HOST', 'warning', 'vite.config.ts')]],
])('an empty site is told beside %s', (_, others) => {
  expect(checkEmpty(nothing, config, others)).toMatchObject([{ code: 'CATALOG_EMPTY', severity: 'warning' }])
})

test.each<[string, Diagnostic]>([
  ['an error', finding('CONFIG_OPTION', 'error', 'vite.config.ts')],
  ['a folder that is not there', finding('CONFIG_FOLDER_MISSING', 'warning', 'vite.config.ts')],
  ['definitions one level deeper', finding('DEFINITION_NESTED', 'warning', 'skills/group')],
])('%s tells why a site is empty', (_, why) => {
  expect(checkEmpty(nothing, config, [why])).toEqual([])
})
