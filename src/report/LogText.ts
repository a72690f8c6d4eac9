import * as DateTime from "effect/DateTime"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
import { type KeyName, formatKeyName } from "../domain/transparency/LogProblem.ts"
import type { Cosigner } from "../domain/transparency/VerifyCheckpoint.ts"
import type { LogFacts, SignedFacts } from "../release/log/VerifyLog.ts"
import type { ReportedCheckpoint } from "./Report.ts"
import { formatCount } from "./text/PlainText.ts"

/** The state of a log: how much of it a checkpoint covers, and who signed that. */
export const formatLog = (log: LogFacts): string => {
  if (!log.signed) return "The log is unsigned."
  const { cosigners, events, origin, size } = log
  const all = events === 1 ? "the only event" : `all ${events} events`
  const covered = size === events ? all : `${size} of ${formatCount(events, "event")}`
  return [
    `The checkpoint of ${origin} covers ${covered}.`,
    formatSigners(log),
    ...(cosigners.length === 0 ? [] : [`Cosigned by ${cosigners.map(formatCosigner).join(", ")}.`])
  ].join(" ")
}

const formatSigners = ({ signatures, signers }: SignedFacts): string =>
  signers.length > 0
    ? `Signed by ${formatKeyNames(signers)}.`
    : `${formatCount(signatures.length, "signature")} (${formatKeyNames(signatures)}) ${signatures.length === 1 ? "was" : "were"} not verified.`

const formatKeyNames = (keys: ReadonlyArray<KeyName>): string => keys.map(formatKeyName).join(", ")

/** A witness, and when it saw the checkpoint. */
export const formatCosigner = ({ timestamp, ...key }: Cosigner): string =>
  `${formatKeyName(key)} at ${formatTime(timestamp)}`

/** A witness can sign any number of seconds, also one that no calendar has. */
const formatTime = (seconds: number): string =>
  seconds > lastSecond ? `second ${seconds} after 1970` : timestampOf(DateTime.makeUnsafe(seconds * 1000))

/** 31 December 9999. */
const lastSecond = 253_402_300_799

/** What was signed, and with which keys, in one sentence. */
export const formatCheckpoint = ({ origin, signers, size }: ReportedCheckpoint): string =>
  `Signed the log ${origin} up to event ${size} with ${signers.map(({ id, name }) => `${name}+${id}`).join(" and ")}.`
