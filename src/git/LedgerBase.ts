import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { rewritten } from "../domain/checks/ledger/Rewritten.ts"
import { logRemoved } from "../domain/checks/log/Removed.ts"
import { makeFinding } from "../domain/diagnostic/Finding.ts"
import { inRelease } from "../domain/diagnostic/Location.ts"
import { ledgerFile } from "../release/ledger/Ledger.ts"
import { checkpointFile } from "../release/log/CheckpointFile.ts"
import { readFilesAt } from "./CommitFiles.ts"
import { isUnborn, openRepository } from "./Git.ts"

/**
 * Checks that the ledger still begins with its content at a git revision. The hash chain proves that no line was
 * altered; only an older copy proves that the whole chain was not written again. A checkpoint must not disappear either.
 * Fails with `NotInRepository` or `CommitNotFound` if there is no older copy, or none that git can read.
 */
export const checkLedgerSince = Effect.fn("checkLedgerSince")(function* (releases: string, revision: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  // The folder itself may have been deleted, which is a rewrite too.
  const folder = yield* nearestFolder(releases)
  const [ledger = "", checkpoint = ""] = [ledgerFile, checkpointFile].map((file) =>
    paths.relative(paths.resolve(folder), paths.resolve(releases, file))
  )
  const committed = yield* readFilesAt(folder, "--releases", revision, [ledger, checkpoint])
  const before = committed.get(ledger) ?? new Uint8Array()
  const now = yield* fs
    .readFile(paths.join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(new Uint8Array())))
  const isContinued = Buffer.compare(now.subarray(0, before.length), before) === 0
  if (!isContinued) {
    const line = firstDifference(before, now)
    return [makeFinding(rewritten, { revision, line }, { location: inRelease(ledgerFile, line) })]
  }
  const isSigned = !committed.has(checkpoint) || (yield* fs.exists(paths.join(releases, checkpointFile)))
  return isSigned ? [] : [makeFinding(logRemoved, { revision }, { location: inRelease(checkpointFile) })]
})

/** Compares the ledger with `HEAD`. Without a repository, or before its first commit, nothing can have been rewritten. */
export const checkLedgerSinceHead = (releases: string) =>
  checkLedgerSince(releases, "HEAD").pipe(
    Effect.catchTag("CommitNotFound", (error) =>
      Effect.gen(function* () {
        const repository = yield* openRepository(yield* nearestFolder(releases), "--releases")
        return (yield* isUnborn(repository)) ? [] : yield* error
      })
    ),
    Effect.catchTag("NotInRepository", () => Effect.succeed([]))
  )

/** The folder, or the nearest existing folder above it. */
export const nearestFolder = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const isFolder = (path: string) =>
    fs.stat(path).pipe(
      Effect.map(({ type }) => type === "Directory"),
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false))
    )
  let nearest = paths.resolve(folder)
  while (!(yield* isFolder(nearest))) nearest = paths.dirname(nearest)
  return nearest
})

const lineFeed = 10

/** The number of the first line that differs. */
const firstDifference = (before: Uint8Array, now: Uint8Array): number => {
  const at = before.findIndex((byte, index) => now[index] !== byte)
  return 1 + before.subarray(0, at).filter((byte) => byte === lineFeed).length
}
