import * as Console from "effect/Console"
import * as Option from "effect/Option"
import { keyStatus, isActive } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { plainFormatOption, makeCommand } from "../options/Options.ts"
import {
  identifierArgument,
  keysOption,
  keysOptionHint,
  actorOption,
  successorExpiresOption,
  warnOfClock,
  selectKey,
  atKeyStore
} from "./KeyOptions.ts"
import { printNewApiKey } from "./KeyView.ts"

const rotateKeyOptions = {
  identifier: identifierArgument,
  expires: successorExpiresOption,
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

/** `taxonomy keys rotate`: issues the successor that replaces a key, and prints it, once (service spec, 5.4). */
export const rotateKey = makeCommand("rotate", rotateKeyOptions, {
  "taxonomy keys rotate nil_AbCdEfGh": "Issue a successor for the same holder"
})(function* ({ actor, expires, format, identifier: text, keys: location }) {
  const { key: old, keys } = yield* selectKey(text)
  const earlier = [...keys.values()].filter((key) => key.replaces === old.identifier && isActive(key))
  yield* warnOfClock(keys)
  const store = yield* KeyStore
  const issued = yield* store.rotate(old.identifier, { actor, expiry: Option.getOrUndefined(expires) })
  const optionHint = yield* keysOptionHint(location)
  yield* printNewApiKey(issued, format, optionHint)
  if (earlier.length > 0) {
    yield* Console.error(
      `${old.identifier} already had an active successor: ${earlier.map(({ identifier }) => identifier).join(", ")}. Revoke the keys that nobody uses.`
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
}).pipe(atKeyStore)
