import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ChainBroken } from "../domain/ledger/ChainBroken.ts"
import { ExitCode } from "../platform/ExitCode.ts"

/** The ledger of keys cannot be relied on, or not be reached at all. */
export type KeyLedgerError = KeyLedgerBroken | KeyLedgerUnavailable

/** The ledger of keys is not what was once written. */
export class KeyLedgerBroken extends Schema.TaggedError<KeyLedgerBroken>()("KeyLedgerBroken", {
  path: Schema.String,
  cause: ChainBroken
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `The key ledger ${this.path} is broken (${this.cause.rule}). ${this.cause.message}`
  }
}

/** The ledger of keys cannot be read or written: permissions, a full disk, or another run that holds its lock. */
export class KeyLedgerUnavailable extends Schema.TaggedError<KeyLedgerUnavailable>()("KeyLedgerUnavailable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The key ledger ${this.path} cannot be used: ${this.reason}`
  }
}
