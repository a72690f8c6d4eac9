import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { SigningRefusal } from "../../transparency/SignWholeLog.ts"
import { formatEvents } from "../KeyLedgerError.ts"

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
