import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { isActive, type KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { selectKey } from "./ChosenKey.ts"
import { defaultKeys, identifierArgument, keysOption, keysOptionHint } from "./KeyOptions.ts"
import { findSuccessors } from "./KeyView.ts"
import { printNewApiKey } from "./PrintNewApiKey.ts"

/** `taxonomy keys rotate`: generate, deploy, verify, then revoke the old key (service spec, 5.4). */
export const rotateKey = Command.make(
  "rotate",
  { identifier: identifierArgument, keys: keysOption, format: plainFormatOption },
  Effect.fnUntraced(function* ({ format, identifier: text, keys: location }) {
    const store = yield* KeyStore
    const { key: old, keys } = yield* selectKey(text)
    const others = (findSuccessors(keys).get(old.identifier) ?? []).filter((successor) =>
      isActiveSuccessor(keys, successor)
    )
    const fresh = yield* Effect.catchTag(
      store.rotate(old.identifier),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      ({ message }) => commandRefused(message)
    )
    const again = keysOptionHint(location, store.ledger.location, yield* defaultKeys)
    yield* printNewApiKey(fresh, format, again)
    if (others.length > 0) {
      yield* Console.error(`It had an active successor already: ${others.join(", ")}. Revoke what nobody uses.`)
    }
    yield* Console.error(
      `${old.identifier} stays active. Once the new key is in use: taxonomy keys revoke ${old.identifier} --reason rotated${again}`
    )
  })
).pipe(
  Command.withDescription("Issue the successor of a key. The old key stays active until it is revoked"),
  Command.withExamples([
    { command: "taxonomy keys rotate nil_AbCdEfGh", description: "Issue the successor of a key, for the same holder" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const isActiveSuccessor = (keys: KeyRegistry, identifier: string): boolean => {
  const key = keys.get(identifier)
  return key !== undefined && isActive(key)
}
