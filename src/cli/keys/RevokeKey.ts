import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../domain/Instant.ts"
import { evolve, isActive, type KeyRecord } from "../../domain/KeyLedger.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { misused, refusedBecause } from "../CommandRefused.ts"
import { chosenKey } from "./ChosenKey.ts"
import { keyStoreAt } from "./KeyLocation.ts"
import { formatOption, identifierArgument, keysOption, lineOption } from "./KeyOptions.ts"
import { printView, viewOf } from "./KeyView.ts"

/** `taxonomy keys revoke`: the key is refused from now on, for good (service spec, 5.5). */
export const revokeKey = Command.make(
  "revoke",
  {
    identifier: identifierArgument,
    reason: lineOption("reason", "Why the key is revoked", "Reason?"),
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Do not ask for confirmation [env: TAXONOMY_YES]"),
      Flag.withFallbackConfig(Config.Boolean("TAXONOMY_YES")),
      Flag.withDefault(false)
    ),
    keys: keysOption,
    format: formatOption
  },
  Effect.fnUntraced(function* ({ format, identifier: text, reason, yes }) {
    const { canPrompt } = yield* TerminalCapabilities
    if (!yes && !canPrompt) return yield* misused("A revocation cannot be undone. Pass --yes to confirm it")
    const store = yield* KeyStore
    const { key, keys } = yield* chosenKey(text)
    if (!yes && isActive(key) && !(yield* confirmed(key))) return yield* Console.error("Nothing was revoked.")
    const event = yield* Effect.catchTag(
      store.revoke(key.identifier, reason),
      ["KeyUnknown", "KeyAlreadyRevoked"],
      refusedBecause
    )
    const view = viewOf(evolve(keys, event), { ...key, revoked: event }, timestampOf(yield* DateTime.now))
    yield* printView(view, format)
  })
).pipe(
  Command.withDescription("Revoke a key for good. Running servers refuse it within a second"),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const confirmed = ({ environment, identifier, organization }: KeyRecord) =>
  Prompt.run(Prompt.Confirm({ message: `Revoke ${identifier} of ${organization} (${environment}) for good?` }))
