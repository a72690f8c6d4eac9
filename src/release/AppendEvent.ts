import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { ReleaseEvent } from "../domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import type { SigningKeys } from "../transparency/SigningKeyConfig.ts"
import { readLedger, withEvent } from "./ledger/Ledger.ts"
import { readCheckpoint, settleReleases } from "./log/CheckpointFile.ts"
import { makeLogTree } from "./log/LogTree.ts"
import { checkLogKeys, writeSignedLedger } from "./log/SignedLedger.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/**
 * Decides on the current history and appends the event to the ledger, under the lock. Signs it with the keys, and fails
 * without them if the log is signed. Returns the event, and the checkpoint that was signed.
 */
export const appendEvent = Effect.fn("appendEvent")(function* <E>(
  releases: string,
  decide: (history: ReleaseHistory) => Result.Result<ReleaseEvent, E>,
  keys?: SigningKeys
) {
  const append = Effect.gen(function* () {
    const ledger = yield* readLedger(releases)
    const log = makeLogTree(ledger.leaves)
    yield* settleReleases(releases, log)
    const checkpoint = yield* readCheckpoint(releases, log)
    const event = yield* Effect.fromResult(decide(ledger.history))
    yield* checkLogKeys(checkpoint, keys, log.size)
    const next = yield* Effect.fromResult(withEvent(ledger, event))
    return { event, checkpoint: yield* writeSignedLedger(releases, next, keys) }
  })
  return yield* withReleasesLock(releases)(append)
})
