import * as Effect from "effect/Effect"
import { apiKeyLength, keyPrefixLength, parseApiKey } from "../../../domain/keys/ApiKey.ts"
import { findKey } from "../../../domain/keys/KeyLookup.ts"
import { KeyStore } from "../../../keys/KeyStore.ts"
import { sha256 } from "../../../platform/Sha256.ts"
import { commandRefused, usageError } from "../../CommandRefused.ts"

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
