import { dirname } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { isKeyName, formatVerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { syncFolder, writeNewFile } from "../../platform/AtomicFile.ts"
import { checkpointFile } from "../../release/log/CheckpointFile.ts"
import { cosignLog } from "../../release/log/CosignLog.ts"
import { logKeyVariable, signLog } from "../../release/log/SignedLedger.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { generateSigningKey } from "../../transparency/SigningKey.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { requireTrust, requiredTrustedKeyOption } from "../options/Trust.ts"
import { commitCommand, refuseRewritten } from "../release/Lifecycle.ts"

const logSignOptions = {
  replaceKey: Options.explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the log before, instead of those that have"
  ),
  releases: Options.releasesOption
}

/**
 * `taxonomy log-sign`: signs the present state of the log, without a new event, unless the ledger was rewritten since
 * the last commit.
 */
export const logSignCommand = Options.makeCommand("log-sign", logSignOptions, {
  "taxonomy log-sign": "Sign a log for the first time, or add the signature of a new key",
  "taxonomy log-sign --replace-key": "Replace a key that was lost or stolen"
})(function* ({ releases, replaceKey }) {
  const keys = yield* readSigningKeys(logKeyVariable)
  if (keys === undefined) {
    return yield* usageError(
      `There is no key to sign with. Set ${logKeyVariable} to a private key or to the path of its file. Make one with taxonomy log-key.`
    )
  }
  yield* refuseRewritten("log-sign", releases)
  const { checkpoint, isChanged } = yield* signLog(releases, keys, { replaceKey })
  if (!isChanged) return yield* Console.log("Nothing to sign: the log has not changed since these keys signed it.")
  yield* Console.log(formatCheckpoint(checkpoint))
  yield* Console.log(`Next: ${commitCommand(releases, "Sign the log", [checkpointFile])}, then git push`)
})

const KeyNameText = Schema.String.check(
  Schema.makeFilter(isKeyName, { expected: "a name without spaces or plus signs, such as example.com/taxonomy" })
)

const logKeyOptions = {
  name: Options.textOption(
    "name",
    "Permanent name of the log or witness, usually a domain that you own, with a path"
  ).pipe(Flag.withMetavar("origin"), Flag.withSchema(KeyNameText)),
  out: Options.textOption("out", "New file for the private key. An existing one is never overwritten").pipe(
    Options.withFile
  ),
  // TAXONOMY_WITNESS holds the verifier keys of witnesses.
  witness: Options.explicitToggle("witness", "Key of a witness, which cosigns the checkpoints of logs", "key of a log")
}

/**
 * `taxonomy log-key`: makes the key pair of a log or of a witness. Writes a new private key to a file that only its
 * user can read, and prints the verifier key.
 */
export const logKeyCommand = Options.makeCommand("log-key", logKeyOptions, {
  "taxonomy log-key --name example.com/taxonomy --out log.key": "Make the key of a log",
  "taxonomy log-key --name witness.example --out witness.key --witness": "Make the key of a witness"
})(function* ({ name, out, witness }) {
  const fs = yield* FileSystem.FileSystem
  const { key, secret } = yield* Effect.promise(() => generateSigningKey(name, witness ? "cosignature" : "ed25519"))
  yield* writeNewFile(out, new TextEncoder().encode(`${secret}\n`), { mode: 0o600 }).pipe(
    Effect.tapError(({ reason }) =>
      // A part of a key would look like a key. The file of somebody else stays.
      reason._tag === "AlreadyExists" ? Effect.void : Effect.ignore(fs.remove(out, { force: true }))
    )
  )
  yield* syncFolder(dirname(out))
  yield* Console.log(formatVerifierKey(key.verifier))
  yield* Console.error(`The private key is in ${out}. Keep it secret. Publish the verifier key above.`)
})

const cosignOptions = {
  trustedKey: requiredTrustedKeyOption,
  seen: Options.textOption("seen", "File of the checkpoint that this witness saw last. Made by the first run").pipe(
    Options.withFile
  ),
  releases: Options.releasesOption
}

/**
 * `taxonomy cosign`: a witness adds its cosignature to the checkpoint of a log that has only grown, and says since
 * when.
 */
export const cosignCommand = Options.makeCommand("cosign", cosignOptions, {
  "taxonomy cosign --trusted-key log.vkey --seen seen.checkpoint":
    "Cosign, if the log has only grown since the last run"
})(function* ({ releases, seen, trustedKey }) {
  const { logKeys } = yield* requireTrust({ trustedKey })
  const keys = yield* readSigningKeys("TAXONOMY_WITNESS_KEY", "cosignature")
  if (keys === undefined) {
    return yield* usageError(
      "TAXONOMY_WITNESS_KEY is not set. Set it to the private key of the witness or to its file, which taxonomy log-key --witness makes."
    )
  }
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const { before, checkpoint } = yield* cosignLog({ releases, seen, logKeys, keys, now })
  const { origin, size } = checkpoint
  yield* Console.log(
    [
      `Cosigned ${formatCount(size, "event")} of ${origin} as ${keys.keys.map(({ verifier }) => formatKeyName(verifier)).join(", ")}.`,
      before === undefined
        ? `This witness has seen no checkpoint before, so ${seen} begins with this one.`
        : `The log has only grown since this witness saw ${formatCount(before, "event")}.`
    ].join("\n")
  )
})
