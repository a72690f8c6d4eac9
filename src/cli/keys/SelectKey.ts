import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { apiKeyLength, keyPrefixLength, parseApiKey } from "../../domain/keys/ApiKey.ts"
import { findKey } from "../../domain/keys/KeyCommands.ts"
import { newestDate, type KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"

/**
 * Finds the key that an argument names: by its prefix, the start of its prefix, or the whole key. No message repeats
 * more than the prefix.
 */
export const selectKey = Effect.fnUntraced(function* (text: string) {
  const isWhole = text.length > keyPrefixLength
  if (isWhole && text.length !== apiKeyLength) {
    return yield* usageError(
      `Invalid identifier. Give the first ${keyPrefixLength} characters of the key, or all ${apiKeyLength}`
    )
  }
  if (isWhole && parseApiKey(text) === undefined)
    return yield* usageError("Invalid API key: the checksum does not match. Check for a typo or a truncated paste")
  const keys = yield* (yield* KeyStore).keys
  const key = yield* Effect.catchTags(Effect.fromResult(findKey(keys, text)), {
    KeyAmbiguous: ({ message }) => commandRefused(message),
    KeyUnknown: (error) =>
      commandRefused(
        error.hint === undefined ? `${error.message}. Run taxonomy keys list to see all keys.` : error.message
      )
  })
  if (isWhole && key.sha256 !== sha256(text)) {
    return yield* commandRefused(
      `Unknown key. Only its first ${keyPrefixLength} characters are those of ${key.identifier}`
    )
  }
  return { key, keys }
})

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
