import * as Console from "effect/Console"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keysLogKeyVariable, signPresentLedger } from "../../keys/log/SignKeyLedger.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { makeCommand } from "../options/Options.ts"
import { keysOption, atKeyStore } from "./KeyOptions.ts"

const signKeysOptions = {
  replaceKey: explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the ledger before, instead of those that have"
  ),
  acceptUnsigned: explicitToggle(
    "accept-unsigned",
    "Signature for events that were appended without one. Read them with keys verify first"
  ),
  keys: keysOption
}

/** `taxonomy keys sign`: signs the present ledger of API keys with all keys of the environment, without a new event. */
export const signKeys = makeCommand("sign", signKeysOptions, {
  "taxonomy keys sign": "Sign a ledger for the first time, or add the signature of a new key",
  "taxonomy keys sign --replace-key": "Replace a key that was lost or stolen"
})(function* ({ acceptUnsigned, replaceKey }) {
  const signingKeys = yield* readSigningKeys(keysLogKeyVariable)
  if (signingKeys === undefined) {
    return yield* usageError(
      `There is no key to sign with. Set ${keysLogKeyVariable} to a private key or to the path of its file; taxonomy log-key makes one`
    )
  }
  const { ledger } = yield* KeyStore
  const { checkpoint, log } = yield* ledger.writeCheckpoint((present) =>
    signPresentLedger(present, signingKeys, { isKeyReplaced: replaceKey, acceptsUnsigned: acceptUnsigned })
  )
  const names = signingKeys.keys.map(({ verifier }) => formatKeyName(verifier)).join(" and ")
  yield* Console.log(`Signed the key ledger ${ledger.location} up to event ${log.size} with ${names}.`)
  const accepted = log.size - (checkpoint?.size ?? log.size)
  if (accepted > 0) yield* Console.log(`${formatCount(accepted, "event")} had no signature before.`)
}).pipe(atKeyStore)
