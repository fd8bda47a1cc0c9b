import type { Problem } from '../diagnostics/problem.ts'
import type { JsonObject } from '../json.ts'
import { camelCaseMembers } from './agent-card-names.ts'
import type { Repair } from './agent-card-repair.ts'
import { repairV1 } from './agent-card-repair-v1.ts'
import { repairV03 } from './agent-card-repair-v03.ts'
import { cardForm, type CardForm } from './agent-interfaces.ts'

/** A card's members of the wrong generation, and the card as it would be without these mistakes. */
export interface CardShape {
  readonly form: CardForm
  readonly problems: readonly Problem[]
  /** The card in the form it should have, for all other checks: one mistake, one finding. */
  readonly card: JsonObject
  /** JSON Pointers of `card` whose values stand elsewhere in the source: new to old. */
  readonly moved: ReadonlyMap<string, string>
}

/**
 * Finds members that do not belong into a card of its generation: those of an older or newer version, snake_case names,
 * security in the other version's form. Each comes with its rewrite.
 *
 * @param form The card's form where the card alone does not tell. @default that of `cardForm`
 */
export function cardShape(written: JsonObject, { form: given }: { readonly form?: CardForm } = {}): CardShape {
  const names = camelCaseMembers(written)
  const form = given ?? cardForm(names.card)
  const repair: Repair = { form, card: { ...names.card }, problems: [...names.problems], moved: new Map(names.moved) }
  if (form === '1.0') repairV1(repair)
  if (form === '0.3') repairV03(repair)
  return repair
}
