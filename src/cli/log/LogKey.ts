import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { isKeyName, formatVerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { syncFolder, writeNewFile } from "../../platform/AtomicFile.ts"
import { generateSigningKey } from "../../transparency/SigningKey.ts"
import { explicitToggle, textOption } from "../options/EnvironmentOption.ts"
import { withFile, makeCommand } from "../options/Options.ts"

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

/**
 * `taxonomy log-key`: makes the key pair of a log or of a witness. Writes a new private key to a file that only its
 * user can read, and prints the verifier key.
 */
export const logKeyCommand = makeCommand("log-key", logKeyOptions, {
  "taxonomy log-key --name example.com/taxonomy --out log.key": "Make the key of a log",
  "taxonomy log-key --name witness.example --out witness.key --witness": "Make the key of a witness"
})(function* ({ name, out, witness }) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const { key, secret } = yield* Effect.promise(() => generateSigningKey(name, witness ? "cosignature" : "ed25519"))
  yield* writeNewFile(out, new TextEncoder().encode(`${secret}\n`), { mode: 0o600 }).pipe(
    Effect.tapError(({ reason }) =>
      // A part of a key would look like a key. The file of somebody else stays.
      reason._tag === "AlreadyExists" ? Effect.void : Effect.ignore(fs.remove(out, { force: true }))
    )
  )
  yield* syncFolder(paths.dirname(out))
  yield* Console.log(formatVerifierKey(key.verifier))
  yield* Console.error(`The private key is in ${out}. Keep it secret. Publish the verifier key above.`)
})
