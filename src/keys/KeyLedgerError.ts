import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ChainBroken } from "../domain/ledger/HashChain.ts"
import { LogRejected, type LogProblem } from "../domain/transparency/LogProblem.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import type { LedgerSubject } from "./KeyLedgerCodec.ts"

export type KeyLedgerError = KeyLedgerBroken | KeyLedgerUnavailable | KeyCheckpointRejected

/** What the ledger is about; API keys if it is absent. */
const subjectField = { subject: Schema.optionalKey(Schema.Literals(["key", "hook"])) }

const nameOf = ({ subject = "key" }: { readonly subject?: LedgerSubject }): string => `${subject} ledger`

/** The key ledger does not hold what was once written, or a newer version wrote it. */
export class KeyLedgerBroken extends Schema.TaggedError<KeyLedgerBroken>()("KeyLedgerBroken", {
  ...subjectField,
  location: Schema.String,
  cause: ChainBroken
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { message, rule } = this.cause
    const hint = rule === "ledger/newer-version" ? "Update this program." : "Restore the ledger from a backup."
    return `The ${nameOf(this)} ${this.location} cannot be used (${rule}). ${message}. ${hint}`
  }
}

/** The checkpoint of the key ledger is malformed, does not fit the ledger, or is not signed as it should be. */
export class KeyCheckpointRejected extends Schema.TaggedError<KeyCheckpointRejected>()("KeyCheckpointRejected", {
  ...subjectField,
  location: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { message, problem } = this.cause
    return `The checkpoint of the ${nameOf(this)} ${this.location} cannot be used. ${message}. ${hintFor(problem)}`
  }
}

/** Events of the key ledger are not signed, and a reader accepts signed ones only. */
export class KeyEventsUnsigned extends Schema.TaggedError<KeyEventsUnsigned>()("KeyEventsUnsigned", {
  location: Schema.String,
  /** The number of events that the checkpoint covers; `undefined` without one. */
  covered: Schema.UndefinedOr(Schema.Natural),
  events: Schema.Natural
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { covered, events, location } = this
    return covered === undefined
      ? `The key ledger ${location} is not signed. Restore its checkpoint from a backup, or sign it with taxonomy keys sign.`
      : `In the key ledger ${location}, ${formatEvents(covered + 1, events)} not signed. Somebody who can write there may have invented ${covered + 1 === events ? "it" : "them"}. Run taxonomy keys verify.`
  }
}

/** No key was ever issued in the key ledger, and a reader accepts a signed one only. */
export class KeyLedgerEmpty extends Schema.TaggedError<KeyLedgerEmpty>()("KeyLedgerEmpty", {
  location: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `The key ledger ${this.location} is missing or empty, but a trusted key must have signed it. Correct --keys, restore the ledger from a backup, or issue the first key with taxonomy keys issue.`
  }
}

/** The key ledger cannot be read or written: permissions, a full disk, a lost connection, or a lock that is held. */
export class KeyLedgerUnavailable extends Schema.TaggedError<KeyLedgerUnavailable>()("KeyLedgerUnavailable", {
  ...subjectField,
  location: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The ${nameOf(this)} ${this.location} cannot be used: ${this.reason}`
  }
}

/** A ledger that is to be filled holds events already. */
export class KeyLedgerNotEmpty extends Schema.TaggedError<KeyLedgerNotEmpty>()("KeyLedgerNotEmpty", {
  ...subjectField,
  location: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.findings
  override get message() {
    return `The ${nameOf(this)} ${this.location} holds events already, and two ledgers cannot be merged. Name an empty one.`
  }
}

/** Event numbers as the subject of a sentence, with its verb. */
export const formatEvents = (first: number, last: number): string =>
  first === last ? `event ${first} is` : `events ${first} to ${last} are`

const hintFor = ({ _tag }: LogProblem): string => {
  switch (_tag) {
    case "LogTruncated":
    case "LogForked":
    case "LogRewritten":
      return "Restore the ledger and its checkpoint from a backup."
    case "OtherLog":
    case "UntrustedSigner":
      return "Check that you trust the right verifier key, or restore the ledger and its checkpoint from a backup."
    default:
      return "Restore the checkpoint from a backup."
  }
}
