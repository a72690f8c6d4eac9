import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { keyPrefixLength } from "../../domain/keys/ApiKey.ts"
import { evolve, isActive, type ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { warnOfClock } from "./output/ClockWarning.ts"
import { printKeyView, toKeyView } from "./output/KeyView.ts"
import type { RevokeKeyInput } from "./RevokeKey.ts"
import { selectKey } from "./selection/SelectKey.ts"

/** Revokes a key after a confirmation. */
export const runRevokeKey = Effect.fnUntraced(
  function* ({ actor, format, identifier: text, reason, yes }: RevokeKeyInput) {
    const { canPrompt } = yield* TerminalCapabilities
    if (!yes && !canPrompt) return yield* usageError("A revocation cannot be undone. Pass --yes to confirm it")
    if (yes && text.length < keyPrefixLength) {
      return yield* usageError(`--yes requires all ${keyPrefixLength} characters of the identifier`)
    }
    const store = yield* KeyStore
    const { key, keys } = yield* selectKey(text)
    if (!yes && isActive(key) && !(yield* confirm(key))) return yield* commandRefused("Nothing was revoked")
    yield* warnOfClock(keys)
    const event = yield* Effect.catchTag(
      store.revoke(key.identifier, reason, actor),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      ({ message }) => commandRefused(message)
    )
    const view = toKeyView(evolve(keys, event), { ...key, revoked: event }, timestampOf(yield* DateTime.now))
    yield* printKeyView(view, format)
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

const confirm = ({ environment, identifier, organization }: ApiKeyRecord) =>
  Prompt.run(Prompt.Confirm({ message: `Revoke ${identifier} of ${organization} (${environment}) permanently?` }))
