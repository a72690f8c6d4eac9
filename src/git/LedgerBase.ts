import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { readFilesAt } from "../build/sources/CommittedSources.ts"
import { pointTo, type Finding } from "../domain/diagnostic/Finding.ts"
import { ledgerFile } from "../release/ledger/Ledger.ts"
import { isUnborn, openRepository } from "./Git.ts"

/**
 * Whether the ledger still begins with all that it held at a git revision. A chain proves that nothing in it was
 * altered; only an older copy proves that it was not written anew from the start. Fails with `NotInRepository` and
 * `NoSuchCommit` where there is no older copy to compare with, or none that git can read.
 */
export const rewrittenSince = Effect.fnUntraced(function* (releases: string, revision: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  // The folder itself may be gone, which is the worst rewriting of all.
  const folder = yield* nearestFolder(releases)
  const path = paths.relative(paths.resolve(folder), paths.resolve(releases, ledgerFile))
  const before = (yield* readFilesAt(folder, "releases", revision, [path])).get(path) ?? new Uint8Array()
  const now = yield* fs
    .readFile(paths.join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(new Uint8Array())))
  const kept = Buffer.compare(now.subarray(0, before.length), before) === 0
  const findings: ReadonlyArray<Finding> = kept ? [] : [rewritten(revision, before, now)]
  return findings
})

/** The same since what is checked out. Where nothing was committed yet, or git is not used, there is nothing to alter. */
export const rewrittenSinceHead = (releases: string) =>
  rewrittenSince(releases, "HEAD").pipe(
    Effect.catchTag("NoSuchCommit", (error) =>
      Effect.gen(function* () {
        const repository = yield* openRepository(yield* nearestFolder(releases), "releases")
        return (yield* isUnborn(repository)) ? [] : yield* error
      })
    ),
    Effect.catchTag("NotInRepository", () => Effect.succeed([]))
  )

/** The folder itself, or the nearest one above it that there is. */
const nearestFolder = Effect.fnUntraced(function* (folder: string) {
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

const rewritten = (revision: string, before: Uint8Array, now: Uint8Array): Finding => ({
  rule: "ledger/rewritten",
  level: "error",
  message: `The ledger no longer begins with what it held at ${revision}`,
  help: `Take releases/ from ${revision} and publish on top of it; what is published never changes.`,
  at: pointTo.release(ledgerFile, firstDifference(before, now))
})

const lineFeed = 10

/** The number of the first line that differs. */
const firstDifference = (before: Uint8Array, now: Uint8Array): number => {
  const at = before.findIndex((byte, index) => now[index] !== byte)
  return 1 + before.subarray(0, at).filter((byte) => byte === lineFeed).length
}
