import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { isActive, type KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { defaultKeys, identifierArgument, keysOption, keysOptionHint } from "./KeyOptions.ts"
import { findSuccessors } from "./KeyView.ts"
import { printNewApiKey } from "./PrintNewApiKey.ts"
import { selectKey } from "./SelectKey.ts"

/** `taxonomy keys rotate`: issues the successor that replaces a key (service spec, 5.4). */
export const rotateKey = Command.make(
  "rotate",
  { identifier: identifierArgument, keys: keysOption, format: plainFormatOption },
  Effect.fnUntraced(function* ({ format, identifier: text, keys: location }) {
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
  })
).pipe(
  Command.withDescription("Issue the successor of an API key. The old key stays active until it is revoked"),
  Command.withExamples([
    { command: "taxonomy keys rotate nil_AbCdEfGh", description: "Issue a successor for the same holder" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const isActiveSuccessor = (keys: KeyRegistry, identifier: string): boolean => {
  const key = keys.get(identifier)
  return key !== undefined && isActive(key)
}
