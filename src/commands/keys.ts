import { closest } from '../diagnostics/closest.ts'
import { visible } from '../diagnostics/visible.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { retireKey, revokeKey } from './keys-edit.ts'
import { listKeys } from './keys-list.ts'
import { newKey } from './keys-new.ts'

const ACTIONS: Readonly<
  Record<
    string,
    {
      readonly takesKid: boolean
      readonly flags: readonly string[]
      run(kid: string, flags: Flags, io: Io): Promise<number>
    }
  >
> = {
  new: { takesKid: false, flags: ['alg', 'out'], run: (_, flags, io) => newKey(flags, io) },
  list: { takesKid: false, flags: [], run: (_, flags, io) => listKeys(flags, io) },
  retire: { takesKid: true, flags: ['until', 'from'], run: retireKey },
  revoke: { takesKid: true, flags: [], run: revokeKey },
}

/** `signpost keys new|list|retire|revoke`: the signing keys of a site. */
export async function run([action = '', kid]: readonly string[], flags: Flags, io: Io): Promise<number> {
  if (!Object.hasOwn(ACTIONS, action)) {
    const near = closest(action, Object.keys(ACTIONS))
    throw new UsageError(
      `There is no \`keys ${visible(action)}\`. ${near === undefined ? `It is one of ${Object.keys(ACTIONS).join(', ')}.` : `Did you mean ${near}?`}`,
    )
  }
  const { takesKid, flags: known, run: act } = ACTIONS[action]!
  const foreign = Object.keys(flags.own ?? {}).find((name) => !known.includes(name))
  if (foreign !== undefined) throw new UsageError(`\`keys ${action}\` does not take --${foreign}.`)
  if (takesKid && kid === undefined)
    throw new UsageError(`\`keys ${action}\` wants the kid of a key: \`signpost keys ${action} KID\`.`)
  if (!takesKid && kid !== undefined) throw new UsageError(`\`keys ${action}\` takes no "${visible(kid)}".`)
  return await act(kid ?? '', flags, io)
}
