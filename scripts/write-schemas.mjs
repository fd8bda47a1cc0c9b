// Writes the JSON Schemas of definitions and options beside their compiled modules, for editors: lib/schemas/*.schema.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { publishedSchemas } from '../lib/schemas/index.js'

const folder = new URL('../lib/schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(publishedSchemas)) {
  writeFileSync(new URL(`${name}.schema.json`, folder), `${JSON.stringify(schema, null, 2)}\n`)
}
