import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { KeySet } from '../sign/key-set.ts'
import type { Crawl } from './crawl.ts'
import type { Fetched, SiteReader } from './readers.ts'

/** What a step judges by. */
export interface Verification {
  readonly reader: SiteReader
  /** Origin that the site stands for. */
  readonly base: URL
  readonly crawl: Crawl
  /** Keys that the person who asks trusts; absent: those that the publisher's domain publishes. */
  readonly trusted?: KeySet
  /** Epoch seconds; absent: no time is judged. */
  readonly now?: number
  /** Whether it is the authenticated view. */
  readonly isPrivate: boolean
  /** Whether a subdomain of a publisher counts as the publisher. */
  readonly subdomains: boolean
  /** Whether loopback addresses may be plain http. */
  readonly development: boolean
  /** Whether what lies on other hosts is looked at. */
  readonly isOnline: boolean
  /** The answer of a URL, on this site or, where that is allowed, elsewhere; `undefined` where nobody is asked. */
  read(url: string): Promise<Fetched | undefined>
}

/** What a step found. */
export interface StepResult {
  readonly diagnostics: readonly Diagnostic[]
  /** What could not be known, and why: full sentences. */
  readonly unknown?: readonly string[]
  /** Signatures that verify. */
  readonly signatures?: number
}

/** One part of the examination. */
export interface Step {
  readonly name: string
  /** Whether it asks a server about its answers, which a folder has none of. */
  readonly http?: true
  run(verification: Verification): Promise<StepResult> | StepResult
}
