import * as Command from "effect/cli/Command"
import { lazyHandler } from "../../LazyHandler.ts"
import { plainFormatOption } from "../../options/Options.ts"
import { keysOption } from "../KeyOptions.ts"
import { keyTrustOptions } from "../KeyTrustOptions.ts"

const verifyKeysOptions = { ...keyTrustOptions, keys: keysOption, format: plainFormatOption }

export type VerifyKeysInput = Command.Command.Config.Infer<typeof verifyKeysOptions>

/** `taxonomy keys verify`: verifies the hash chain, the checkpoint and the signatures of the ledger of API keys. */
export const verifyKeys = Command.make(
  "verify",
  verifyKeysOptions,
  lazyHandler(async () => (await import("./RunVerifyKeys.ts")).runVerifyKeys)
).pipe(
  Command.withDescription("Verify the key ledger and its signatures, and list the events that nobody has signed"),
  Command.withExamples([
    { command: "taxonomy keys verify", description: "Verify the ledger, and its checkpoint if it has one" },
    {
      command: "taxonomy keys verify --trusted-key keys.vkey --checkpoint kept-keys.checkpoint",
      description: "Also verify the signature, and that the ledger only grew"
    }
  ])
)
