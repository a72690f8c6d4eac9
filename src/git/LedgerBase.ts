import { dirname, join, relative, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { rewritten } from "../domain/checks/LedgerChecks.ts"
import { logRemoved, logRolledBack, type CoveredLog } from "../domain/checks/LogChecks.ts"
import { makeFinding, type Finding, inRelease } from "../domain/Finding.ts"
import { decodeNote, parseSignedCheckpoint } from "../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import { ledgerFile } from "../release/Ledger.ts"
import { checkpointFile } from "../release/log/CheckpointFile.ts"
import { readFilesAt, isUnborn, openRepository } from "./Git.ts"

/**
 * Checks that the ledger still begins with its content at a git revision, and that the log is still signed as far as it
 * was there. The hash chain proves that no line was altered; only an older copy proves that the whole chain was not written
 * again, and that nobody removed the checkpoint. Fails with `NotInRepository` or `CommitNotFound` if there is no older
 * copy, or none that git can read.
 */
export const checkLedgerSince = Effect.fn("checkLedgerSince")(function* (releases: string, revision: string) {
  // The folder itself may have been deleted, which is a rewrite too.
  const folder = yield* nearestFolder(releases)
  const pathOf = (file: string) => relative(resolve(folder), resolve(releases, file))
  const [ledger, checkpoint] = [pathOf(ledgerFile), pathOf(checkpointFile)]
  const committed = yield* readFilesAt(folder, "--releases", revision, [ledger, checkpoint])
  const findings: ReadonlyArray<Finding> = [
    ...compareLedgers(revision, committed.get(ledger), yield* readIfPresent(join(releases, ledgerFile))),
    ...compareCheckpoints(revision, committed.get(checkpoint), yield* readIfPresent(join(releases, checkpointFile)))
  ]
  return findings
})

/**
 * Compares the ledger and its checkpoint with `HEAD`. Without a repository, or before its first commit, nothing can have
 * been rewritten. Without a repository, git need not be installed.
 */
export const checkLedgerSinceHead = Effect.fnUntraced(function* (releases: string) {
  const isInRepository = yield* hasGit(yield* nearestFolder(releases))
  return isInRepository ? yield* checkSinceHead(releases) : []
})

const checkSinceHead = (releases: string) =>
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
  const isFolder = (path: string) =>
    fs.stat(path).pipe(
      Effect.map(({ type }) => type === "Directory"),
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false))
    )
  let nearest = resolve(folder)
  while (!(yield* isFolder(nearest))) nearest = dirname(nearest)
  return nearest
})

/** True if the folder, or one above it, contains `.git`, which is a file in a linked working tree. */
const hasGit = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  for (let above = folder; ; above = dirname(above)) {
    // Git itself says what it may not enter.
    const exists = Effect.catchReason(fs.exists(join(above, ".git")), "PlatformError", "PermissionDenied", () =>
      Effect.succeed(true)
    )
    if (yield* exists) return true
    if (above === dirname(above)) return false
  }
})

const readIfPresent = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.readFile(file).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined))
})

const compareLedgers = (
  revision: string,
  before: Uint8Array = new Uint8Array(),
  now: Uint8Array = new Uint8Array()
): ReadonlyArray<Finding> => {
  if (Buffer.compare(now.subarray(0, before.length), before) === 0) return []
  const line = firstDifference(before, now)
  return [makeFinding(rewritten, { revision, line }, { location: inRelease(ledgerFile, line) })]
}

/** What is not a checkpoint cannot be compared; `verify` reports that of the folder. */
const compareCheckpoints = (
  revision: string,
  before: Uint8Array | undefined,
  now: Uint8Array | undefined
): ReadonlyArray<Finding> => {
  if (before === undefined) return []
  const place = { location: inRelease(checkpointFile) }
  if (now === undefined) return [makeFinding(logRemoved, { revision }, place)]
  const [signed, present] = [parseCovered(before), parseCovered(now)]
  if (signed === undefined || present === undefined) return []
  const isContinued = present.origin === signed.origin && present.size >= signed.size
  return isContinued ? [] : [makeFinding(logRolledBack, { revision, before: signed, present }, place)]
}

const parseCovered = (bytes: Uint8Array): CoveredLog | undefined => {
  try {
    const { origin, size } = parseSignedCheckpoint(decodeNote(bytes))
    return { origin, size }
  } catch (error) {
    if (error instanceof LogRejected) return undefined
    throw error
  }
}

const lineFeed = 10

/** The number of the first line that differs. */
const firstDifference = (before: Uint8Array, now: Uint8Array): number => {
  const at = before.findIndex((byte, index) => now[index] !== byte)
  return 1 + before.subarray(0, at).filter((byte) => byte === lineFeed).length
}
