import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { emptyLedgerFile } from "../../domain/ledger/HashChain.ts"
import type { LockUnavailable } from "../../platform/FileLock.ts"
import { readRegularFile, revisionOf as fileRevisionOf } from "../../platform/RegularFiles.ts"
import { describePlatformError } from "../../platform/SystemErrors.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import { readCheckpointFiles, type CheckpointFiles } from "../../transparency/CheckpointFiles.ts"
import { parseKeyLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyCheckpointRejected, KeyLedgerBroken, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import type { SignedKeyLedger } from "../KeyLedgerStore.ts"

/** Resolves links, so that processes that name the same file by different links share its lock and its checkpoint. */
export const resolveLinks = Effect.fnUntraced(function* (given: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(orIfMissing(fs.realPath(given), given), toUnavailable(given))
})

/** The files with the checkpoint of a ledger, whose path is without links. */
export const checkpointFilesOf = (path: string): CheckpointFiles => ({
  current: `${path}.checkpoint`,
  pending: join(dirname(path), `.${basename(path)}.checkpoint.next`)
})

/** A token that differs whenever the ledger does; `undefined` if it is missing. */
export const revisionOf = (path: string) =>
  Effect.mapError(orIfMissing(fileRevisionOf(path), undefined), toUnavailable(path))

/** A token that differs whenever the ledger or its checkpoint does. */
export const signedRevisionOf = Effect.fnUntraced(function* (given: string) {
  const revision = yield* revisionOf(given)
  if (revision === undefined) return undefined
  const { current, pending } = checkpointFilesOf(yield* resolveLinks(given))
  return [revision, yield* revisionOf(current), yield* revisionOf(pending)].join(" / ")
})

/** Reads a ledger and its bytes. */
export const readLedger = Effect.fnUntraced(function* (path: string, known: KeyLedger) {
  // Fails for a file that was replaced while a mount still shows the old one.
  yield* revisionOf(path)
  const bytes = yield* Effect.mapError(orIfMissing(readRegularFile(path), undefined), toUnavailable(path))
  if (bytes === undefined && known.head.sequence > 0) {
    return yield* new KeyLedgerUnavailable({ location: path, reason: "it is missing" })
  }
  return { ledger: yield* parseLedger(path, bytes, known), bytes: bytes ?? noBytes }
})

/** A missing file is an empty ledger, since no key was issued yet. An empty file is damaged: no run writes one. */
const parseLedger = (path: string, bytes: Uint8Array | undefined, known: KeyLedger) =>
  Effect.mapError(
    Effect.fromResult(bytes?.length === 0 ? Result.fail(emptyLedgerFile()) : parseKeyLedger(bytes ?? noBytes, known)),
    (cause) => new KeyLedgerBroken({ location: path, cause })
  )

/** Reads a ledger and its checkpoint while nobody writes them. */
export const readSigned = Effect.fnUntraced(function* (given: string, known: KeyLedger) {
  const { bytes, ledger } = yield* readLedger(given, known)
  const log = makeLogTree(ledger.leaves)
  const checkpoint = yield* readCheckpointFiles(checkpointFilesOf(yield* resolveLinks(given)), log).pipe(
    Effect.mapError((error) =>
      error._tag === "CheckpointBroken"
        ? new KeyCheckpointRejected({ location: given, cause: error.cause })
        : toUnavailable(given)(error)
    )
  )
  return { ledger, bytes, log, checkpoint } satisfies SignedKeyLedger
})

/**
 * Reads a ledger and its checkpoint while others may write them. If the ledger stays the same meanwhile, the checkpoint
 * is the one that was written with it.
 */
export const readSignedConsistently = Effect.fn("FileKeyLedger.readSigned")(function* (
  given: string,
  known: KeyLedger
) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = yield* revisionOf(given)
    const signed = yield* Effect.result(readSigned(given, known))
    if ((yield* revisionOf(given)) === before) return yield* Effect.fromResult(signed)
  }
  const reason = `it changed ${maxAttempts} times while it was read`
  return yield* new KeyLedgerUnavailable({ location: given, reason })
})

export const toUnavailable = (location: string) => (error: PlatformError | LockUnavailable) =>
  new KeyLedgerUnavailable({
    location,
    reason: (error._tag === "PlatformError" ? describePlatformError(error) : undefined) ?? error.message
  })

/** The value of a file, or another one if the file is missing. */
export const orIfMissing = <A, B, R>(effect: Effect.Effect<A, PlatformError, R>, value: B) =>
  Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.succeed(value))

const noBytes = new Uint8Array()

const maxAttempts = 100
