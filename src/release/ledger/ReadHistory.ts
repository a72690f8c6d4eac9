import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parseLedger, readLedgerBytes, readOn } from "./Ledger.ts"
import type { LedgerCache } from "./LedgerCache.ts"

/**
 * Reads the history like `readLedger`, for commands that only inform an editor. Lines that were verified before are not
 * decoded again: the digest of their bytes stands for them.
 */
export const readHistory = Effect.fn("readHistory")(function* (releases: string, cache: LedgerCache) {
  const bytes = yield* readLedgerBytes(releases)
  const known = cache.find(bytes)
  if (known?.bytes === bytes.length) return known.history
  const appended = known === undefined ? undefined : Result.getOrUndefined(readOn(known, bytes.subarray(known.bytes)))
  // What is wrong with a ledger is said by those who read all of it.
  const { head, history } = appended ?? (yield* Effect.fromResult(parseLedger(bytes)))
  if (bytes.length > 0) cache.store(bytes, head, history)
  return history
})
