import { basename, dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { decodeNote, parseStoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../domain/transparency/MerkleTree.ts"
import { replaceFile, syncFolder, type Ownership } from "../platform/AtomicFile.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { tryLogSync } from "./TryLog.ts"

/** The paths of the files in which a log keeps its checkpoint. Both are in the folder of the ledger. */
export interface CheckpointFiles {
  readonly current: string
  /** The checkpoint of a ledger that is about to replace the present one. */
  readonly pending: string
}

/** A file is not a checkpoint, or not one of its ledger. */
export class CheckpointBroken extends Schema.TaggedError<CheckpointBroken>()("CheckpointBroken", {
  /** The name of the file, without its folder. */
  file: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.file}: ${this.cause.message}`
  }
}

/**
 * Reads the checkpoint of a log, `undefined` for a log that is not signed. The pending one is in force if the ledger has
 * become what it says. Fails with `CheckpointBroken` for a file that is not a checkpoint, or does not fit the ledger.
 */
export const readCheckpointFiles = Effect.fnUntraced(function* (
  { current, pending }: CheckpointFiles,
  log: MerkleTree
) {
  return (yield* readPending(pending, log)) ?? (yield* readFrom(current, log))
})

/**
 * Finishes or discards what a process that crashed left pending. Every process that writes does this first, while it
 * holds the lock. The log is read only if there is something to settle.
 */
export const settleCheckpoint = Effect.fnUntraced(function* <E, R>(
  { current, pending }: CheckpointFiles,
  log: Effect.Effect<MerkleTree, E, R>
) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(pending))) return
  const isInForce = (yield* readPending(pending, yield* log)) !== undefined
  yield* isInForce ? rename(pending, current) : fs.remove(pending, { force: true })
})

/**
 * Writes the checkpoint of a new ledger around the effect that replaces the ledger, in one step: a reader sees the old
 * ledger with the old checkpoint or the new ones, also after a crash.
 */
export const withPendingCheckpoint =
  ({ current, pending }: CheckpointFiles, note: string, ownership?: Ownership) =>
  <A, E, R>(replaceLedger: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      yield* replaceFile(pending, new TextEncoder().encode(note), ownership)
      const replaced = yield* replaceLedger
      yield* rename(pending, current)
      return replaced
    })

const readPending = Effect.fnUntraced(function* (pending: string, log: MerkleTree) {
  // A file that cannot be read may be in force, so it is no reason to discard it.
  const found = yield* Effect.catchTag(readFrom(pending, log), "CheckpointBroken", () => Effect.undefined)
  return found?.size === log.size ? found : undefined
})

const readFrom = Effect.fnUntraced(function* (file: string, log: MerkleTree) {
  const bytes = yield* readRegularFile(file).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined)
  )
  if (bytes === undefined) return undefined
  return yield* Effect.mapError(
    tryLogSync(() => parseStoredCheckpoint(decodeNote(bytes), log)),
    (cause) => new CheckpointBroken({ file: basename(file), cause })
  )
})

const rename = Effect.fnUntraced(function* (from: string, to: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.rename(from, to)
  yield* syncFolder(dirname(to))
})
