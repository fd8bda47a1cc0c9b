import type { Entry } from '../catalog.ts'
import { objects } from '../formats/agent-interfaces.ts'
import type { JsonValue } from '../json.ts'

/** The entries of an agent's `skills` or a server's `tools`: objects of the specification, or references with overrides. */
export function entriesOf(list: JsonValue | undefined, pointer: string): Entry[] {
  return objects(list, pointer).map(([{ ref, ...members }, at]) =>
    typeof ref === 'string' ? { ref, members, pointer: at } : { members, pointer: at },
  )
}
