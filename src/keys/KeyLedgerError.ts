import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ChainBroken } from "../domain/ledger/ChainBroken.ts"
import { ExitCode } from "../platform/ExitCode.ts"

export type KeyLedgerError = KeyLedgerBroken | KeyLedgerUnavailable

/** The key ledger does not hold what was once written, or a newer version wrote it. */
export class KeyLedgerBroken extends Schema.TaggedError<KeyLedgerBroken>()("KeyLedgerBroken", {
  location: Schema.String,
  cause: ChainBroken
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { message, rule } = this.cause
    const hint = rule === "ledger/newer-version" ? "Update this program." : "Restore the ledger from a backup."
    return `The key ledger ${this.location} cannot be used (${rule}). ${message}. ${hint}`
  }
}

/** The key ledger cannot be read or written: permissions, a full disk, a lost connection, or a lock that is held. */
export class KeyLedgerUnavailable extends Schema.TaggedError<KeyLedgerUnavailable>()("KeyLedgerUnavailable", {
  location: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The key ledger ${this.location} cannot be used: ${this.reason}`
  }
}
