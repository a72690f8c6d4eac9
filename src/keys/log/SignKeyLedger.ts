import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Event } from "../../domain/ledger/EventCodec.ts"
import type { Head } from "../../domain/ledger/HashChain.ts"
import { parseStoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { SigningRefusal, findSigningRefusal, signWholeLog } from "../../transparency/SignWholeLog.ts"
import { tryLogSync } from "../../transparency/TryLog.ts"
import type { LedgerCodec, LedgerSubject } from "../KeyLedgerCodec.ts"
import { formatEvents, KeyCheckpointRejected } from "../KeyLedgerError.ts"
import type { SignedLedger } from "../KeyLedgerStore.ts"

/** The environment variable with the private keys that sign the ledger of API keys. */
export const keysLogKeyVariable = "TAXONOMY_KEYS_LOG_KEY"

/** Why the ledger of API keys may not be signed. */
export type KeySigningRefusal = typeof KeySigningRefusal.Type
const KeySigningRefusal = Schema.Union([
  SigningRefusal,
  /** Events that the checkpoint does not cover, which are all events if there is none. */
  Schema.TaggedStruct("EventsUnsigned", { covered: Schema.Natural, events: Schema.Natural }),
  Schema.TaggedStruct("NoEvents", {})
])

/** A change of the ledger of API keys is refused, since its signature would be missing or mean nothing. */
export class KeySigningRefused extends Schema.TaggedError<KeySigningRefused>()("KeySigningRefused", {
  location: Schema.String,
  refusal: KeySigningRefusal
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return formatRefusal(this.location, this.refusal)
  }
}

/** Fails for the ledger at a location if the signature is refused. */
export const orRefuse = <A>(location: string, result: Result.Result<A, KeySigningRefusal>) =>
  Effect.mapError(Effect.fromResult(result), (refusal) => new KeySigningRefused({ location, refusal }))

const formatRefusal = (location: string, refusal: KeySigningRefusal): string => {
  switch (refusal._tag) {
    case "KeyMissing":
      return `The key ledger ${location} is signed by ${refusal.origin}, and ${keysLogKeyVariable} is not set. Set it to the private key of ${refusal.origin}, or to the file that holds it. ${lostKeyHint(refusal.origin)}`
    case "OtherOrigin":
      return `The key ledger ${location} is signed by ${refusal.origin}, and ${keysLogKeyVariable} holds a key of ${refusal.name}. Use a key of ${refusal.origin}.`
    case "OtherKey": {
      const [signers, held] = [refusal.signers, refusal.held].map((keys) => keys.map(formatKeyName).join(", "))
      return `The checkpoint of the key ledger ${location} is signed by ${signers}, and ${keysLogKeyVariable} holds ${held}. Use the key that signed it. If that is lost or stolen, run taxonomy keys sign --replace-key. ${trustHint}`
    }
    case "EventsUnsigned":
      return `In the key ledger ${location}, ${formatEvents(refusal.covered + 1, refusal.events)} not signed. Somebody who can write there may have invented ${refusal.covered + 1 === refusal.events ? "it" : "them"}, so list them with taxonomy keys verify. ${acceptHint(refusal.covered)}`
    case "NoEvents":
      return `The key ledger ${location} has no events. Issue a key: ${keysLogKeyVariable} then signs the ledger.`
  }
}

const lostKeyHint = (origin: string): string =>
  `If the key is lost, make another one with taxonomy log-key --name ${origin} --out FILE, set ${keysLogKeyVariable} to it, and run taxonomy keys sign --replace-key. ${trustHint}`

const trustHint = "Servers that check signatures then need its verifier key in TAXONOMY_KEYS_TRUSTED_KEY."

const acceptHint = (covered: number): string =>
  covered === 0
    ? "If all of them are yours, run taxonomy keys sign."
    : "If all of them are yours, run taxonomy keys sign --accept-unsigned. Otherwise restore the ledger from a backup."

/** What a ledger becomes by events. */
export interface NextKeyLedger {
  /** The lines of the events, without their line breaks. */
  readonly lines: ReadonlyArray<string>
  /** The same lines as bytes. */
  readonly appended: Uint8Array
  readonly head: Head
  /** The log; `undefined` for a ledger that is not signed. */
  readonly log: MerkleTree | undefined
  /** The checkpoint; `undefined` for a ledger that is not signed. */
  readonly note: string | undefined
}

/**
 * Appends events to a ledger and signs the result. Refuses to cover events that nobody has signed: whoever can write
 * the ledger may have invented them, and removed a checkpoint to hide it.
 */
export const signNextEvents = <S, E extends Event>(
  codec: LedgerCodec<S, E>,
  { checkpoint, ledger, log }: Pick<SignedLedger<S>, "checkpoint" | "ledger" | "log">,
  events: ReadonlyArray<E>,
  signingKeys: SigningKeys | undefined
): Result.Result<NextKeyLedger, KeySigningRefusal> => {
  const refusal = findSigningRefusal(checkpoint, signingKeys)
  if (refusal !== undefined) return Result.fail(refusal)
  const covered = checkpoint?.size ?? 0
  if (signingKeys !== undefined && covered < log.size) {
    return Result.fail({ _tag: "EventsUnsigned", covered, events: log.size })
  }
  const lines = codec.encode(ledger, events)
  const appended = Buffer.from(lines.map((line) => `${line}\n`).join(""))
  const { head, leaves, peaks } = Result.getOrThrow(codec.extend(appended, ledger))
  const next = signingKeys === undefined ? undefined : makeLogTree(leaves, peaks)
  const note = next === undefined || signingKeys === undefined ? undefined : signWholeLog(next, signingKeys)
  return Result.succeed({ lines, appended, head, log: next, note })
}

export interface SignOptions {
  /** True to replace a key of which no signature is needed any more, because it is lost or stolen. */
  readonly isKeyReplaced: boolean
  /** True to cover the events after the checkpoint, too. */
  readonly acceptsUnsigned: boolean
}

/** Another checkpoint of the present ledger: the first one, or one of other keys. */
export const signPresentLedger = (
  { checkpoint, log }: Pick<SignedLedger<unknown>, "checkpoint" | "log">,
  signingKeys: SigningKeys,
  { acceptsUnsigned, isKeyReplaced }: SignOptions
): Result.Result<string, KeySigningRefusal> => {
  if (log.size === 0) return Result.fail({ _tag: "NoEvents" })
  const refusal = findSigningRefusal(checkpoint, signingKeys)
  if (refusal !== undefined && !(refusal._tag === "OtherKey" && isKeyReplaced)) return Result.fail(refusal)
  return checkpoint !== undefined && checkpoint.size < log.size && !acceptsUnsigned
    ? Result.fail({ _tag: "EventsUnsigned", covered: checkpoint.size, events: log.size })
    : Result.succeed(signWholeLog(log, signingKeys, checkpoint, isKeyReplaced))
}

/** Parses the checkpoint of a ledger, if it has one. Fails with `KeyCheckpointRejected`. */
export const parseKeyCheckpoint = (
  subject: LedgerSubject,
  location: string,
  source: string | undefined,
  log: MerkleTree
) =>
  source === undefined
    ? Effect.undefined
    : Effect.mapError(
        tryLogSync(() => parseStoredCheckpoint(source, log)),
        (cause) => new KeyCheckpointRejected({ subject, location, cause })
      )
