import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { KeyStore } from "../../keys/KeyStore.ts"
import { refusedBecause } from "../CommandRefused.ts"
import { chosenKey } from "./ChosenKey.ts"
import { keyStoreAt } from "./KeyLocation.ts"
import { formatOption, identifierArgument, keysOption } from "./KeyOptions.ts"
import { printFreshKey } from "./PrintFreshKey.ts"

/** `taxonomy keys rotate`: generate, deploy, verify, then revoke the old key (service spec, 5.4). */
export const rotateKey = Command.make(
  "rotate",
  { identifier: identifierArgument, keys: keysOption, format: formatOption },
  Effect.fnUntraced(function* ({ format, identifier: text }) {
    const store = yield* KeyStore
    const { key: old } = yield* chosenKey(text)
    const fresh = yield* Effect.catchTag(
      store.rotate(old.identifier),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      refusedBecause
    )
    yield* printFreshKey(fresh, format)
    yield* Console.error(
      `${old.identifier} stays active. Once the new key is in use: taxonomy keys revoke ${old.identifier} --reason rotated`
    )
  })
).pipe(
  Command.withDescription("Issue the successor of a key. The old key stays active until it is revoked"),
  Command.provide(({ keys }) => keyStoreAt(keys))
)
