import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { formatVerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { syncFolder, writeNewFile } from "../../platform/AtomicFile.ts"
import { generateSigningKey } from "../../transparency/SigningKey.ts"
import type { LogKeyInput } from "./LogKey.ts"

/** Writes a new private key to a file that only its user can read, and prints the verifier key. */
export const runLogKey = Effect.fnUntraced(function* ({ name, out, witness }: LogKeyInput) {
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
