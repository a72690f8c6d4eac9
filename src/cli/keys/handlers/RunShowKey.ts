import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../../domain/ledger/Timestamp.ts"
import { keyStoreAt } from "../../options/KeysLocation.ts"
import type { ShowKeyInput } from "../ShowKey.ts"
import { printKeyView, toKeyView } from "./KeyView.ts"
import { selectKey } from "./SelectKey.ts"

/** Prints the record of a key. */
export const runShowKey = Effect.fnUntraced(
  function* ({ format, identifier }: ShowKeyInput) {
    const { key, keys } = yield* selectKey(identifier)
    const view = toKeyView(keys, key, timestampOf(yield* DateTime.now))
    yield* printKeyView(view, format)
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
