import * as Effect from "effect/Effect"
import { keyPrefixLength, apiKeyLength, parseApiKey } from "../../domain/keys/ApiKey.ts"
import { findKey } from "../../domain/keys/KeyLookup.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"

/**
 * The key that an argument names, among the keys as they stand: by its identifier, or by a beginning of it, or by all of
 * it. No message repeats more than its first 12 characters.
 */
export const selectKey = Effect.fnUntraced(function* (text: string) {
  const whole = text.length > keyPrefixLength
  if (whole && text.length !== apiKeyLength) {
    return yield* usageError(
      `A key is named by its first ${keyPrefixLength} characters, or by all ${apiKeyLength} of them`
    )
  }
  if (whole && parseApiKey(text) === undefined) return yield* usageError("That is no key: it was mistyped or cut short")
  const keys = yield* (yield* KeyStore).keys
  const key = yield* Effect.catchTags(Effect.fromResult(findKey(keys, text)), {
    KeyAmbiguous: ({ message }) => commandRefused(message),
    KeyUnknown: (error) =>
      commandRefused(error.hint === undefined ? `${error.message}. taxonomy keys list shows all.` : error.message)
  })
  if (whole && key.sha256 !== sha256(text)) {
    return yield* commandRefused(`That is not the key ${key.identifier}: it only begins in the same way`)
  }
  return { key, keys }
})
