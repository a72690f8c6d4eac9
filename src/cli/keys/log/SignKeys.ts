import * as Command from "effect/cli/Command"
import { lazyHandler } from "../../LazyHandler.ts"
import { explicitToggle } from "../../options/EnvironmentOption.ts"
import { keysOption } from "../KeyOptions.ts"

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

export type SignKeysInput = Command.Command.Config.Infer<typeof signKeysOptions>

/** `taxonomy keys sign`: signs the present ledger of API keys, without a new event. */
export const signKeys = Command.make(
  "sign",
  signKeysOptions,
  lazyHandler(async () => (await import("./RunSignKeys.ts")).runSignKeys)
).pipe(
  Command.withDescription("Sign the key ledger as it is, with the keys in TAXONOMY_KEYS_LOG_KEY"),
  Command.withExamples([
    {
      command: "taxonomy keys sign",
      description: "Sign a ledger for the first time, or add the signature of a new key"
    },
    { command: "taxonomy keys sign --replace-key", description: "Replace a key that was lost or stolen" }
  ])
)
