import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { change, type KeyTerms } from "../../domain/keys/KeyCommands.ts"
import type { KeyChanged } from "../../domain/keys/KeyEvent.ts"
import type { ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { makeCommand } from "../options/Options.ts"
import {
  identifierArgument,
  newTermsOptions,
  warnOfClock,
  confirmedOptions,
  selectConfirmedKey,
  atKeyStore
} from "./KeyOptions.ts"
import { printChangedKey } from "./KeyView.ts"

const changeKeyOptions = {
  identifier: identifierArgument,
  ...newTermsOptions,
  ...confirmedOptions
}

/**
 * `taxonomy keys change`: changes the tier, the contact or the expiry of a key, which stays the same, after a
 * confirmation.
 */
export const changeKey = makeCommand("change", changeKeyOptions, {
  "taxonomy keys change nil_AbCdEfGh --tier enterprise --yes": "Change the rate limits, without confirmation",
  "taxonomy keys change nil_AbCdEfGh --expires 30d --contact legal@example.com --yes": "Let the key expire in 30 days"
})(function* (input) {
  const { actor, contact, expires, format, tier, yes } = input
  const terms: KeyTerms = {
    ...(Option.isNone(tier) ? {} : { tier: tier.value }),
    ...(Option.isNone(contact) ? {} : { contact: contact.value === "none" ? null : contact.value }),
    ...(Option.isNone(expires) ? {} : { expiry: expires.value })
  }
  if (Object.keys(terms).length === 0) return yield* usageError("Name what to change: --tier, --contact or --expires")
  const { key, keys } = yield* selectConfirmedKey(input, "A change takes effect at once")
  const date = yield* currentTime
  const proposed = yield* Effect.fromResult(change(keys, { keyPrefix: key.identifier, terms, date }))
  if (!yes && !(yield* confirm(key, proposed))) return yield* commandRefused("Nothing was changed")
  yield* warnOfClock(keys)
  yield* printChangedKey(keys, yield* (yield* KeyStore).change(key.identifier, terms, actor), format)
}).pipe(atKeyStore)

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
