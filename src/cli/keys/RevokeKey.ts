import * as Command from "effect/cli/Command"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { keyPrefixLength } from "../../domain/keys/ApiKey.ts"
import { evolve, isActive, type ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption } from "../options/Options.ts"
import { keyStoreAt, identifierArgument, keysOption, lineOption, actorOption } from "./KeyOptions.ts"
import { printKeyView, toKeyView } from "./KeyView.ts"
import { warnOfClock, selectKey } from "./SelectKey.ts"

const revokeKeyOptions = {
  identifier: identifierArgument,
  reason: lineOption("reason", "Reason for the revocation", "Reason"),
  yes: toggleOption("yes", "Skip the confirmation"),
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

type RevokeKeyInput = Command.Command.Config.Infer<typeof revokeKeyOptions>

/** `taxonomy keys revoke`: ends a key permanently (service spec, 5.5). */
export const revokeKey = Command.make("revoke", revokeKeyOptions, (input) => runRevokeKey(input)).pipe(
  Command.withExamples([
    {
      command: 'taxonomy keys revoke nil_AbCdEfGh --reason "Reported as leaked"',
      description: "Confirm the revocation on a terminal"
    },
    { command: "taxonomy keys revoke nil_AbCdEfGh --reason Rotated --yes", description: "Revoke without confirmation" }
  ])
)

/** Revokes a key after a confirmation. */
const runRevokeKey = Effect.fnUntraced(
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
