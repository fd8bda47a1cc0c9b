import { pointerToken } from './json.ts'

/** A value of an object that JSON cannot carry. */
export interface Unfit {
  /** JSON Pointer of the value. */
  readonly pointer: string
  /** The end of a sentence that starts with the name of the member. */
  readonly problem: string
  readonly found: string
}

/**
 * What of an object is no JSON: functions, dates and other classes, numbers that are not finite, values that hold
 * themselves, and texts with half of a surrogate pair, which UTF-8 cannot carry. Members that are `undefined` are absent.
 */
export function unfitValues(value: unknown, pointer = '', open: readonly unknown[] = []): Unfit[] {
  const unfit = (problem: string, found: string): Unfit[] => [{ pointer, problem, found }]
  switch (typeof value) {
    case 'undefined':
    case 'boolean':
      return []
    case 'string':
      return LONE_SURROGATE.test(value)
        ? unfit('must be text that UTF-8 can carry', 'a text with half of a surrogate pair')
        : []
    case 'number':
      return Number.isFinite(value) ? [] : unfit('must be a finite number', String(value))
    case 'object':
      break
    default:
      return unfit('must be plain data', `a ${typeof value}`)
  }
  if (value === null) return []
  if (open.includes(value)) return unfit('must be plain data', 'a value that holds itself')
  const inside = [...open, value]
  if (Array.isArray(value)) return value.flatMap((item, i) => unfitValues(item, pointer + pointerToken(i), inside))
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects of another realm, such as those of a config that was evaluated apart, have another Object.prototype.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  if (!isPlain) return unfit('must be plain data', `a ${(value as object).constructor?.name ?? 'class'}`)
  return Object.entries(value).flatMap(([key, member]) => [
    ...(LONE_SURROGATE.test(key)
      ? unfit('must have keys that UTF-8 can carry', 'a key with half of a surrogate pair')
      : []),
    ...unfitValues(member, pointer + pointerToken(key), inside),
  ])
}

/** With the flag `u`, the two halves of a pair are one character. */
const LONE_SURROGATE = /\p{Cs}/u
