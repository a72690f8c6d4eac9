import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { KeyHolder } from "../../domain/keys/KeyEvent.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import type { IssueKeyInput } from "./IssueKey.ts"
import { defaultKeys, keysOptionHint } from "./KeyOptions.ts"
import { warnOfClock } from "./output/ClockWarning.ts"
import { printNewApiKey } from "./output/PrintNewApiKey.ts"

/** Issues a key and prints it, once. */
export const runIssueKey = Effect.fnUntraced(
  function* ({
    actor,
    contact,
    environment,
    expectedVolume,
    expires,
    format,
    keys,
    organization,
    tier,
    useCase
  }: IssueKeyInput) {
    const store = yield* KeyStore
    const holder: KeyHolder = {
      organization,
      use_case: useCase,
      expected_volume: expectedVolume,
      environment,
      tier,
      ...(Option.isNone(contact) ? {} : { contact: contact.value })
    }
    yield* warnOfClock(yield* store.keys)
    yield* printNewApiKey(
      yield* Effect.catchTag(
        store.issue(holder, { actor, expiry: Option.getOrUndefined(expires) }),
        "ExpiryPassed",
        ({ message }) => commandRefused(message)
      ),
      format,
      keysOptionHint(keys, store.ledger.location, yield* defaultKeys)
    )
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
