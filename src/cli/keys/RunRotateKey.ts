import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { isActive, type KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { defaultKeys, keysOptionHint } from "./KeyOptions.ts"
import { findSuccessors } from "./output/KeyView.ts"
import { printNewApiKey } from "./output/PrintNewApiKey.ts"
import type { RotateKeyInput } from "./RotateKey.ts"
import { selectKey } from "./selection/SelectKey.ts"

/** Issues the successor of a key and prints it, once. */
export const runRotateKey = Effect.fnUntraced(
  function* ({ format, identifier: text, keys: location }: RotateKeyInput) {
    const store = yield* KeyStore
    const { key: old, keys } = yield* selectKey(text)
    const earlier = (findSuccessors(keys).get(old.identifier) ?? []).filter((successor) =>
      isActiveSuccessor(keys, successor)
    )
    const issued = yield* Effect.catchTag(
      store.rotate(old.identifier),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      ({ message }) => commandRefused(message)
    )
    const optionHint = keysOptionHint(location, store.ledger.location, yield* defaultKeys)
    yield* printNewApiKey(issued, format, optionHint)
    if (earlier.length > 0) {
      yield* Console.error(
        `${old.identifier} already had an active successor: ${earlier.join(", ")}. Revoke the keys that nobody uses.`
      )
    }
    yield* Console.error(
      `${old.identifier} stays active. When the new key is in use, revoke it: taxonomy keys revoke ${old.identifier} --reason rotated${optionHint}`
    )
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

const isActiveSuccessor = (keys: KeyRegistry, identifier: string): boolean => {
  const key = keys.get(identifier)
  return key !== undefined && isActive(key)
}
