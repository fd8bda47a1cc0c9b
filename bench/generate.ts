import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a site of so many Agent Skills, each a SKILL.md of about two kilobytes. */
export function generate(root: string, size: number): void {
  for (let i = 0; i < size; i += 1) {
    const name = `skill-${i}`
    mkdirSync(join(root, 'skills', name), { recursive: true })
    const text = `---\nname: ${name}\ndescription: "Handles item ${i} of the catalog. Use when somebody asks about item ${i}."\nmetadata:\n  version: "1.0.0"\n  access: public\n  tags: "item number-${i}"\n---\n\n# Item ${i}\n\n${'Read the request, do the smallest useful step and report what changed.\n'.repeat(25)}`
    writeFileSync(join(root, 'skills', name, 'SKILL.md'), text)
  }
}
