import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../../LazyHandler.ts"
import { keysOption } from "../KeyOptions.ts"

const signKeysOptions = {
  // No environment variables: they would switch off the checks for later runs too.
  replaceKey: Flag.Boolean("replace-key").pipe(
    Flag.withDescription("Signature with keys that have not signed the ledger before, in place of those that have"),
    Flag.withDefault(false)
  ),
  acceptUnsigned: Flag.Boolean("accept-unsigned").pipe(
    Flag.withDescription("Signature for events that were appended without one. Read them with keys verify first"),
    Flag.withDefault(false)
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
    { command: "TAXONOMY_KEYS_LOG_KEY=~/keys.key taxonomy keys sign", description: "Sign a ledger for the first time" },
    {
      command: 'TAXONOMY_KEYS_LOG_KEY="$(cat ~/keys.key ~/new.key)" taxonomy keys sign',
      description: "Add the signature of a new key"
    },
    {
      command: "TAXONOMY_KEYS_LOG_KEY=~/new.key taxonomy keys sign --replace-key",
      description: "Replace a key that was lost or stolen"
    }
  ])
)
