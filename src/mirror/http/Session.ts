import type * as Duration from "effect/Duration"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Redacted from "effect/Redacted"
import type { Origin } from "../Origin.ts"

/** With what, and how patiently, an origin is read. */
export interface Session {
  readonly client: HttpClient.HttpClient
  readonly origin: Origin
  /** The value of the `Authorization` header. */
  readonly authorization: Redacted.Redacted | undefined
  /** How long the origin may send nothing. */
  readonly timeout: Duration.Duration
  /** The longest wait that an origin may ask for within a run. */
  readonly patience: Duration.Duration
  /** How often an interrupted response is continued. */
  readonly maxRetries: number
  /** Where responses are kept until they are complete. */
  readonly parts: string
  /** True if caches must ask the origin. */
  readonly isUncached: boolean
}
