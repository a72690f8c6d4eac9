import * as Prompt from "effect/cli/Prompt"
import { isActive, type ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { makeCommand } from "../options/Options.ts"
import {
  identifierArgument,
  lineOption,
  warnOfClock,
  confirmedOptions,
  selectConfirmedKey,
  atKeyStore
} from "./KeyOptions.ts"
import { printChangedKey } from "./KeyView.ts"

const revokeKeyOptions = {
  identifier: identifierArgument,
  reason: lineOption("reason", "Reason for the revocation", "Reason"),
  ...confirmedOptions
}

/** `taxonomy keys revoke`: ends a key permanently, after a confirmation (service spec, 5.5). */
export const revokeKey = makeCommand("revoke", revokeKeyOptions, {
  'taxonomy keys revoke nil_AbCdEfGh --reason "Reported as leaked"': "Confirm the revocation on a terminal",
  "taxonomy keys revoke nil_AbCdEfGh --reason Rotated --yes": "Revoke without confirmation"
})(function* (input) {
  const { actor, format, reason, yes } = input
  const { key, keys } = yield* selectConfirmedKey(input, "A revocation cannot be undone")
  if (!yes && isActive(key) && !(yield* confirm(key))) return yield* commandRefused("Nothing was revoked")
  yield* warnOfClock(keys)
  yield* printChangedKey(keys, yield* (yield* KeyStore).revoke(key.identifier, reason, actor), format)
}).pipe(atKeyStore)

const confirm = ({ environment, identifier, organization }: ApiKeyRecord) =>
  Prompt.run(Prompt.Confirm({ message: `Revoke ${identifier} of ${organization} (${environment}) permanently?` }))
