import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { parseCheckpoint, type Checkpoint } from "../../domain/transparency/Checkpoint.ts"
import { compareWithLog } from "../../domain/transparency/CompareWithLog.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import { reject } from "../../domain/transparency/LogProblemText.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { parseNote, type SignedNote } from "../../domain/transparency/SignedNote.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"

/** The signed state of the log, in the folder of the releases. */
export const checkpointFile = "checkpoint"

/** The checkpoint of a ledger that is about to replace the present one. */
export const pendingCheckpointFile = ".checkpoint.next"

/** A checkpoint that fits its ledger, whose signatures are not verified yet. */
export interface StoredCheckpoint extends Checkpoint {
  /** The file, byte for byte. */
  readonly source: string
  readonly note: SignedNote
}

/** `releases/checkpoint` is not a checkpoint, or not one of this ledger. */
export class CheckpointBroken extends Schema.TaggedError<CheckpointBroken>()("CheckpointBroken", {
  file: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override get message() {
    return `${this.file}: ${this.cause.message}`
  }
}

/**
 * Reads the checkpoint of a log, `undefined` for a log that is not signed. The pending one is in force if the ledger has
 * become what it says. Fails with `CheckpointBroken` for a file that is not a checkpoint, or does not fit the ledger.
 */
export const readCheckpoint = Effect.fn("readCheckpoint")(function* (releases: string, log: MerkleTree) {
  const pending = yield* Effect.option(readFrom(releases, pendingCheckpointFile, log))
  if (pending._tag === "Some" && pending.value?.size === log.size) return pending.value
  return yield* readFrom(releases, checkpointFile, log)
})

const readFrom = Effect.fnUntraced(function* (releases: string, file: string, log: MerkleTree) {
  const paths = yield* Path.Path
  const bytes = yield* readRegularFile(paths.join(releases, file)).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined)
  )
  if (bytes === undefined) return undefined
  return yield* Effect.try({
    try: () => parseStored(bytes, log),
    catch: (cause) => {
      if (cause instanceof LogRejected) return new CheckpointBroken({ file, cause })
      throw cause
    }
  })
})

const parseStored = (bytes: Uint8Array, log: MerkleTree): StoredCheckpoint => {
  const source = decode(bytes)
  const note = parseNote(source)
  const checkpoint = parseCheckpoint(note.text)
  const problem = compareWithLog(checkpoint, log)
  if (problem !== undefined) throw reject(problem)
  return { ...checkpoint, source, note }
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw reject({ _tag: "NotANote", reason: "not-utf8" })
  }
}
