import * as Command from "effect/cli/Command"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { keyPrefixLength } from "../../domain/keys/ApiKey.ts"
import { change, type KeyTerms } from "../../domain/keys/KeyCommands.ts"
import type { KeyChanged } from "../../domain/keys/KeyEvent.ts"
import { evolve, type ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption } from "../options/Options.ts"
import { keyStoreAt, identifierArgument, keysOption, actorOption, newTermsOptions } from "./KeyOptions.ts"
import { printKeyView, toKeyView } from "./KeyView.ts"
import { warnOfClock, selectKey } from "./SelectKey.ts"

const changeKeyOptions = {
  identifier: identifierArgument,
  ...newTermsOptions,
  yes: toggleOption("yes", "Skip the confirmation"),
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

type ChangeKeyInput = Command.Command.Config.Infer<typeof changeKeyOptions>

/** `taxonomy keys change`: changes the tier, the contact or the expiry of a key, which stays the same. */
export const changeKey = Command.make("change", changeKeyOptions, (input) => runChangeKey(input)).pipe(
  Command.withExamples([
    {
      command: "taxonomy keys change nil_AbCdEfGh --tier enterprise --yes",
      description: "Change the rate limits, without confirmation"
    },
    {
      command: "taxonomy keys change nil_AbCdEfGh --expires 30d --contact legal@example.com --yes",
      description: "Let the key expire in 30 days"
    }
  ])
)

/** Changes the terms of a key after a confirmation. */
const runChangeKey = Effect.fnUntraced(
  function* ({ actor, contact, expires, format, identifier: text, tier, yes }: ChangeKeyInput) {
    const terms: KeyTerms = {
      ...Option.match(tier, { onNone: () => ({}), onSome: (tier) => ({ tier }) }),
      ...Option.match(contact, {
        onNone: () => ({}),
        onSome: (contact) => ({ contact: contact === "none" ? null : contact })
      }),
      ...Option.match(expires, { onNone: () => ({}), onSome: (expiry) => ({ expiry }) })
    }
    if (Object.keys(terms).length === 0) return yield* usageError("Name what to change: --tier, --contact or --expires")
    const { canPrompt } = yield* TerminalCapabilities
    if (!yes && !canPrompt) return yield* usageError("A change takes effect at once. Pass --yes to confirm it")
    if (yes && text.length < keyPrefixLength) {
      return yield* usageError(`--yes requires all ${keyPrefixLength} characters of the identifier`)
    }
    const store = yield* KeyStore
    const { key, keys } = yield* selectKey(text)
    const date = timestampOf(yield* DateTime.now)
    const proposed = yield* Effect.mapError(
      Effect.fromResult(change(keys, { keyPrefix: key.identifier, terms, date })),
      ({ message }) => commandRefused(message)
    )
    if (!yes && !(yield* confirm(key, proposed))) return yield* commandRefused("Nothing was changed")
    yield* warnOfClock(keys)
    const event = yield* Effect.catchTag(
      store.change(key.identifier, terms, actor),
      ["KeyUnknown", "KeyAlreadyRevoked", "KeyUnchanged", "ExpiryPassed"],
      ({ message }) => commandRefused(message)
    )
    const after = evolve(keys, event)
    yield* printKeyView(toKeyView(after, after.get(key.identifier) ?? key, timestampOf(yield* DateTime.now)), format)
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

const confirm = ({ contact, environment, expiry, identifier, organization, tier }: ApiKeyRecord, event: KeyChanged) => {
  const changes = [
    event.tier === undefined ? undefined : `tier ${tier} to ${event.tier}`,
    event.contact === undefined ? undefined : `contact ${contact ?? "none"} to ${event.contact ?? "none"}`,
    event.expires === undefined ? undefined : `expiry ${expiry?.at ?? "never"} to ${event.expires ?? "never"}`
  ].filter((change) => change !== undefined)
  return Prompt.run(
    Prompt.Confirm({ message: `Change ${identifier} of ${organization} (${environment}): ${changes.join(", ")}?` })
  )
}
