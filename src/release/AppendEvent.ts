import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { ReleaseEvent } from "../domain/release/ReleaseEvent.ts"
import type { History } from "../domain/release/ReleaseHistory.ts"
import { readLedger, withEvent, writeLedger } from "./ledger/Ledger.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/** Decides over the ledger as it stands, under the lock, and adds the event. */
export const appendEvent = <E>(releases: string, decide: (history: History) => Result.Result<ReleaseEvent, E>) =>
  withReleasesLock(releases)(
    Effect.gen(function* () {
      const ledger = yield* readLedger(releases)
      const event = yield* Effect.fromResult(decide(ledger.history))
      yield* writeLedger(releases, yield* Effect.fromResult(withEvent(ledger, event)))
      return event
    })
  )
