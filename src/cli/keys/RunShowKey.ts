import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { printKeyView, toKeyView, withUsage } from "./output/KeyView.ts"
import { readUsage } from "./output/ReadUsage.ts"
import { selectKey } from "./selection/SelectKey.ts"
import type { ShowKeyInput } from "./ShowKey.ts"

/** Prints the record of a key. */
export const runShowKey = Effect.fnUntraced(
  function* ({ adminUrl, format, identifier }: ShowKeyInput) {
    const { key, keys } = yield* selectKey(identifier)
    const usage = yield* readUsage(adminUrl, key.identifier)
    const view = withUsage(toKeyView(keys, key, timestampOf(yield* DateTime.now)), usage)
    yield* printKeyView(view, format)
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
