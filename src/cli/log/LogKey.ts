import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { isKeyName } from "../../domain/transparency/VerifierKey.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { explicitToggle, textOption } from "../options/EnvironmentOption.ts"
import { withFile } from "../options/Options.ts"

const KeyNameText = Schema.String.check(
  Schema.makeFilter(isKeyName, { expected: "a name without spaces or plus signs, such as example.com/taxonomy" })
)

const logKeyOptions = {
  name: textOption("name", "Permanent name of the log or witness, usually a domain that you own, with a path").pipe(
    Flag.withMetavar("origin"),
    Flag.withSchema(KeyNameText)
  ),
  out: textOption("out", "New file for the private key. An existing one is never overwritten").pipe(withFile),
  // TAXONOMY_WITNESS holds the verifier keys of witnesses.
  witness: explicitToggle("witness", "Key of a witness, which cosigns the checkpoints of logs", "key of a log")
}

export type LogKeyInput = Command.Command.Config.Infer<typeof logKeyOptions>

/** `taxonomy log-key`: makes the key pair of a log or of a witness. */
export const logKeyCommand = Command.make(
  "log-key",
  logKeyOptions,
  lazyHandler(async () => (await import("./RunLogKey.ts")).runLogKey)
).pipe(
  Command.withDescription("Make a key that signs the log. Prints the verifier key, which readers need"),
  Command.withExamples([
    {
      command: "taxonomy log-key --name example.com/taxonomy --out log.key",
      description: "Make the key of a log"
    },
    {
      command: "taxonomy log-key --name witness.example --out witness.key --witness",
      description: "Make the key of a witness"
    }
  ])
)
