// Writes docs/rules.md from the compiled code table.
import { writeFileSync } from 'node:fs'
import { renderRules } from '../lib/diagnostics/rules-document.js'
import { RULES } from '../lib/diagnostics/rules.js'

writeFileSync(new URL('../docs/rules.md', import.meta.url), renderRules(RULES))
