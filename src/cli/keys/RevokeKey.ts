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
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { selectKey } from "./ChosenKey.ts"
import { identifierArgument, keysOption, lineOption } from "./KeyOptions.ts"
import { printView, toKeyView } from "./KeyView.ts"

/** `taxonomy keys revoke`: the key is refused from now on, for good (service spec, 5.5). */
export const revokeKey = Command.make(
  "revoke",
  {
    identifier: identifierArgument,
    reason: lineOption("reason", "Why the key is revoked", "Reason?"),
    yes: toggleOption("yes", "Do not ask for confirmation"),
    keys: keysOption,
    format: plainFormatOption
  },
  Effect.fnUntraced(function* ({ format, identifier: text, reason, yes }) {
    const { canPrompt } = yield* TerminalCapabilities
    if (!yes && !canPrompt) return yield* usageError("A revocation cannot be undone. Pass --yes to confirm it")
    if (yes && text.length < keyPrefixLength) {
      return yield* usageError(`With --yes, name the key by all ${keyPrefixLength} characters of its identifier`)
    }
    const store = yield* KeyStore
    const { key, keys } = yield* selectKey(text)
    if (!yes && isActive(key) && !(yield* confirmed(key))) return yield* commandRefused("Nothing was revoked")
    const event = yield* Effect.catchTag(
      store.revoke(key.identifier, reason),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      ({ message }) => commandRefused(message)
    )
    const view = toKeyView(evolve(keys, event), { ...key, revoked: event }, timestampOf(yield* DateTime.now))
    yield* printView(view, format)
  })
).pipe(
  Command.withDescription("Revoke a key for good. Running servers refuse it within a second"),
  Command.withExamples([
    {
      command: 'taxonomy keys revoke nil_AbCdEfGh --reason "Reported as leaked"',
      description: "Ask before revoking, on a terminal"
    },
    { command: "taxonomy keys revoke nil_AbCdEfGh --reason Rotated --yes", description: "Revoke at once" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const confirmed = ({ environment, identifier, organization }: ApiKeyRecord) =>
  Prompt.run(Prompt.Confirm({ message: `Revoke ${identifier} of ${organization} (${environment}) for good?` }))
