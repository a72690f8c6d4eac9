import * as Effect from "effect/Effect"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import type { IssueKeyInput } from "./IssueKey.ts"
import { defaultKeys, keysOptionHint } from "./KeyOptions.ts"
import { printNewApiKey } from "./output/PrintNewApiKey.ts"

/** Issues a key and prints it, once. */
export const runIssueKey = Effect.fnUntraced(
  function* ({ environment, expectedVolume, format, organization, tier, useCase, keys }: IssueKeyInput) {
    const store = yield* KeyStore
    const holder = { organization, use_case: useCase, expected_volume: expectedVolume, environment, tier }
    yield* printNewApiKey(
      yield* store.issue(holder),
      format,
      keysOptionHint(keys, store.ledger.location, yield* defaultKeys)
    )
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
