import * as Effect from "effect/Effect"
import { findKey } from "../../domain/KeyLookup.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { refusedBecause } from "../CommandRefused.ts"

/** The key that an argument names, among the keys as they stand. */
export const chosenKey = Effect.fnUntraced(function* (text: string) {
  const keys = yield* (yield* KeyStore).keys
  const key = yield* Effect.catchTag(
    Effect.fromResult(findKey(keys, text)),
    ["KeyUnknown", "KeyAmbiguous"],
    refusedBecause
  )
  return { key, keys }
})
