import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { keyStatus, isActive, type KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { plainFormatOption } from "../options/Options.ts"
import {
  keyStoreAt,
  identifierArgument,
  keysOption,
  defaultKeys,
  keysOptionHint,
  actorOption,
  successorExpiresOption
} from "./KeyOptions.ts"
import { findSuccessors, printNewApiKey } from "./KeyView.ts"
import { warnOfClock, selectKey } from "./SelectKey.ts"

const rotateKeyOptions = {
  identifier: identifierArgument,
  expires: successorExpiresOption,
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

type RotateKeyInput = Command.Command.Config.Infer<typeof rotateKeyOptions>

/** `taxonomy keys rotate`: issues the successor that replaces a key (service spec, 5.4). */
export const rotateKey = Command.make("rotate", rotateKeyOptions, (input) => runRotateKey(input)).pipe(
  Command.withExamples([
    { command: "taxonomy keys rotate nil_AbCdEfGh", description: "Issue a successor for the same holder" }
  ])
)

/** Issues the successor of a key and prints it, once. */
const runRotateKey = Effect.fnUntraced(
  function* ({ actor, expires, format, identifier: text, keys: location }: RotateKeyInput) {
    const store = yield* KeyStore
    const { key: old, keys } = yield* selectKey(text)
    const earlier = (findSuccessors(keys).get(old.identifier) ?? []).filter((successor) =>
      isActiveSuccessor(keys, successor)
    )
    yield* warnOfClock(keys)
    const issued = yield* Effect.catchTag(
      store.rotate(old.identifier, { actor, expiry: Option.getOrUndefined(expires) }),
      ["KeyUnknown", "KeyAlreadyRevoked", "ExpiryPassed"],
      ({ message }) => commandRefused(message)
    )
    const optionHint = keysOptionHint(location, store.ledger.location, yield* defaultKeys)
    yield* printNewApiKey(issued, format, optionHint)
    if (earlier.length > 0) {
      yield* Console.error(
        `${old.identifier} already had an active successor: ${earlier.join(", ")}. Revoke the keys that nobody uses.`
      )
    }
    if (Option.isNone(expires) && issued.event.expires !== undefined) {
      yield* Console.error(
        `The new key expires at ${issued.event.expires}, with a lifetime as long as that of the old one. Choose another with taxonomy keys change ${issued.event.identifier} --expires TIME${optionHint}`
      )
    }
    yield* Console.error(
      `${old.identifier} stays ${keyStatus(old, issued.event.date)}. When the new key is in use, revoke it: taxonomy keys revoke ${old.identifier} --reason rotated${optionHint}`
    )
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

const isActiveSuccessor = (keys: KeyRegistry, identifier: string): boolean => {
  const key = keys.get(identifier)
  return key !== undefined && isActive(key)
}
