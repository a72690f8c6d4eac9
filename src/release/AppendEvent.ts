import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { ReleaseEvent } from "../domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { readLedger, withEvent, writeLedger } from "./ledger/Ledger.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/** Decides on the current history and appends the event to the ledger, under the lock. */
export const appendEvent = Effect.fn("appendEvent")(function* <E>(
  releases: string,
  decide: (history: ReleaseHistory) => Result.Result<ReleaseEvent, E>
) {
  const append = Effect.gen(function* () {
    const ledger = yield* readLedger(releases)
    const event = yield* Effect.fromResult(decide(ledger.history))
    yield* writeLedger(releases, yield* Effect.fromResult(withEvent(ledger, event)))
    return event
  })
  return yield* withReleasesLock(releases)(append)
})
