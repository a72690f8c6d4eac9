import type * as Duration from "effect/Duration"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Redacted from "effect/Redacted"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import type { Origin } from "./Origin.ts"

/** What to mirror, where to, and how patiently. */
export interface MirrorOptions {
  readonly origin: Origin
  /** The folder that receives the releases. */
  readonly releases: string
  readonly client: HttpClient.HttpClient
  /** The value of the `Authorization` header. */
  readonly authorization: Redacted.Redacted | undefined
  /** Whose signatures must cover the whole ledger. */
  readonly trust: TrustPolicy | undefined
  /** How long the origin may send nothing. */
  readonly timeout: Duration.Duration
  /** How long files at the origin may contradict each other, as while a release is copied there, or ask to wait. */
  readonly patience: Duration.Duration
  /** How often an interrupted response is continued. */
  readonly maxRetries: number
}
