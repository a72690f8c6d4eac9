import * as Effect from "effect/Effect"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import {
  verifyCheckpoint,
  type TrustPolicy,
  type VerifiedCheckpoint
} from "../../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../platform/WebCrypto.ts"
import type { KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyCheckpointRejected, KeyEventsUnsigned, KeyLedgerEmpty } from "../KeyLedgerError.ts"
import type { KeyLedgerStore, SignedKeyLedger } from "../KeyLedgerStore.ts"

/**
 * Reads a ledger of which every event must be signed by a trusted key. Fails with `KeyCheckpointRejected`,
 * `KeyEventsUnsigned`, and `KeyLedgerEmpty`: somebody has signed the ledger before, so it cannot be without events.
 */
export const readTrusted = Effect.fn("readTrusted")(function* (
  store: KeyLedgerStore["Service"],
  known: KeyLedger,
  policy: TrustPolicy
) {
  const signed = yield* store.readSigned(known)
  if (signed.log.size === 0) return yield* new KeyLedgerEmpty({ location: store.location })
  yield* verifySignedLedger(store.location, signed, policy)
  return signed.ledger
})

/** Verifies the signatures of a ledger, and that they cover all of its events. */
export const verifySignedLedger = Effect.fnUntraced(function* (
  location: string,
  { checkpoint, log }: SignedKeyLedger,
  policy: TrustPolicy
): Effect.fn.Return<VerifiedCheckpoint, KeyCheckpointRejected | KeyEventsUnsigned> {
  if (checkpoint === undefined) return yield* new KeyEventsUnsigned({ location, covered: undefined, events: log.size })
  const verified = yield* verifyTrusted(location, checkpoint, policy)
  return verified.size < log.size
    ? yield* new KeyEventsUnsigned({ location, covered: verified.size, events: log.size })
    : verified
})

/** Verifies the signatures of a checkpoint. Fails with `KeyCheckpointRejected`. */
export const verifyTrusted = (location: string, { source }: StoredCheckpoint, policy: TrustPolicy) =>
  Effect.tryPromise({
    try: () => verifyCheckpoint(webCrypto, source, policy),
    catch: (cause) => {
      if (cause instanceof LogRejected) return new KeyCheckpointRejected({ location, cause })
      throw cause
    }
  })
