import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { isKeyName } from "../../domain/transparency/VerifierKey.ts"
import { lazyHandler } from "../LazyHandler.ts"

const KeyNameText = Schema.String.check(
  Schema.makeFilter(isKeyName, { expected: "a name without spaces and plus signs, such as example.com/taxonomy" })
)

const logKeyOptions = {
  name: Flag.String("name").pipe(
    Flag.withDescription("Name of the log or witness for good, usually a domain and a path that you own"),
    Flag.withMetavar("origin"),
    Flag.withSchema(KeyNameText)
  ),
  out: Flag.String("out").pipe(
    Flag.withDescription("New file for the private key. An existing one is never overwritten"),
    Flag.withMetavar("file")
  ),
  witness: Flag.Boolean("witness").pipe(
    Flag.withDescription("Key of a witness, which cosigns the checkpoints of logs [default: key of a log]"),
    Flag.withDefault(false)
  )
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
      command: "taxonomy log-key --name example.com/taxonomy --out ~/log.key",
      description: "Make the key of a log"
    },
    {
      command: "taxonomy log-key --name witness.example --out ~/witness.key --witness",
      description: "Make the key of a witness"
    }
  ])
)
