import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { newestDate, type KeyRegistry } from "../../../domain/keys/KeyRegistry.ts"

/**
 * Warns if time goes backwards: if this clock is behind the newest event of the ledger, since the dates of events are
 * permanent. Only a warning, because a leaked key has to be revoked under any clock.
 */
export const warnOfClock = Effect.fnUntraced(function* (keys: KeyRegistry) {
  const newest = newestDate(keys)
  if (newest === undefined) return
  const now = yield* DateTime.now
  const behindMillis = DateTime.makeUnsafe(newest).epochMilliseconds - now.epochMilliseconds
  if (behindMillis <= toleranceMillis) return
  const shown = DateTime.formatIso(now).slice(0, 19)
  yield* Console.error(
    `warning: The clock of this machine is wrong, or that of another one was: it shows ${shown}Z, and the newest event of the key ledger is of ${newest}. Set the clock, and check the dates of the keys with taxonomy keys list.`
  )
})

/** How far the clocks of the machines that share a ledger may differ. */
const toleranceMillis = 300_000
