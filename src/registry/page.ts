import { createHash } from 'node:crypto'
import type { JsonValue } from '../json.ts'

/** A part of a list, with the token that asks for the next one. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Absent on the last page. */
  readonly pageToken?: string
}

/** Where a page begins and how long it is. */
export interface PageRequest {
  readonly pageSize: JsonValue | undefined
  readonly pageToken: JsonValue | undefined
}

/** Limits of a list. */
export interface PageLimits {
  readonly usual: number
  readonly most: number
}

/**
 * A page of a list. A token is good for the request that it was given for, and for the list as it was then: pages of two
 * questions, or of two states of a site, never mix.
 *
 * @param of What the list answers, and from what: anything that another list differs in.
 * @returns a text where the request is wrong: what is wrong with it.
 */
export function pageOf<T>(
  list: readonly T[],
  { pageSize, pageToken }: PageRequest,
  limits: PageLimits,
  of: unknown,
): Page<T> | string {
  const size = pageSize ?? limits.usual
  if (!Number.isInteger(size) || (size as number) < 1 || (size as number) > limits.most)
    return `\`pageSize\` is a whole number from 1 to ${limits.most}.`
  const question = createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 16)
  const start = pageToken === undefined ? 0 : offsetOf(pageToken, question)
  if (start === undefined || (start > 0 && start >= list.length))
    return '`pageToken` is none that this list gave out, or the list has changed: ask for the first page again.'
  const end = start + (size as number)
  return {
    items: list.slice(start, end),
    ...(end < list.length ? { pageToken: Buffer.from(`${end} ${question}`).toString('base64url') } : {}),
  }
}

function offsetOf(token: JsonValue, question: string): number | undefined {
  if (typeof token !== 'string' || !/^[\w-]{1,100}$/.test(token)) return undefined
  const match = /^([1-9]\d{0,8}) (\S+)$/.exec(Buffer.from(token, 'base64url').toString('latin1'))
  return match?.[2] === question ? Number(match[1]) : undefined
}
