import { dirname, resolve, basename, join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { emptyLedgerFile } from "../../domain/ledger/HashChain.ts"
import { replaceFile, type Ownership } from "../../platform/AtomicFile.ts"
import { withFileLock, type LockUnavailable } from "../../platform/FileLock.ts"
import { readRegularFile, revisionOf as fileRevisionOf } from "../../platform/RegularFiles.ts"
import { describePlatformError } from "../../platform/SystemErrors.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import {
  settleCheckpoint,
  withPendingCheckpoint,
  readCheckpointFiles,
  type CheckpointFiles
} from "../../transparency/CheckpointFiles.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { emptyKeyLedger, type KeyLedger, parseKeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerNotEmpty, KeyLedgerUnavailable, KeyCheckpointRejected, KeyLedgerBroken } from "../KeyLedgerError.ts"
import { KeyLedgerStore, type Decision, type KeyLedgerCopy, type SignedKeyLedger } from "../KeyLedgerStore.ts"
import { orRefuse, type KeySigningRefusal, signNextEvents } from "../log/SignKeyLedger.ts"

/** Stores the key ledger in a file that only its owner can read, and its checkpoint beside it. The first key creates it. */
export const fileKeyLedger = (path: string) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.map(Effect.context<FileSystem.FileSystem>(), (files) =>
      KeyLedgerStore.of({
        location: resolve(path),
        read: (known) => read(path, known),
        revision: revisionOf(path),
        readSigned: (known) => Effect.provide(readSignedConsistently(path, known), files),
        signedRevision: Effect.provide(signedRevisionOf(path), files),
        changes: Stream.never,
        pollInterval: Duration.millis(250),
        transact: (known, decide, signingKeys) => Effect.provide(transact(path, { known, decide, signingKeys }), files),
        writeCheckpoint: (sign) => Effect.provide(writeCheckpoint(path, sign), files),
        fill: (copy) => Effect.provide(fill(path, copy), files)
      })
    )
  )

const read = Effect.fn("FileKeyLedger.read")(function* (path: string, known: KeyLedger) {
  return (yield* readLedger(path, known)).ledger
})

interface Transaction<A extends Decision, E> {
  readonly known: KeyLedger
  readonly decide: (keys: KeyRegistry) => Result.Result<A, E>
  readonly signingKeys: SigningKeys | undefined
}

/** Appends events. The new ledger is written beside the old one, which it replaces in one step. */
const transact = Effect.fn("FileKeyLedger.transact")(function* <A extends Decision, E>(
  given: string,
  { decide, known, signingKeys }: Transaction<A, E>
) {
  const append = ({ replace, signed }: LockedLedgerFile) =>
    Effect.gen(function* () {
      const decision = yield* Effect.fromResult(decide(signed.ledger.keys))
      const { bytes, note } = yield* orRefuse(resolve(given), signNextEvents(signed, decision.events, signingKeys))
      yield* replace(bytes, note)
      return decision
    })
  return yield* withLedgerFile(given, append, known)
})

const writeCheckpoint = Effect.fn("FileKeyLedger.writeCheckpoint")(function* (
  given: string,
  sign: (present: SignedKeyLedger) => Result.Result<string, KeySigningRefusal>
) {
  return yield* withLedgerFile(given, ({ ownership, path, signed }) =>
    Effect.gen(function* () {
      const note = yield* orRefuse(resolve(given), sign(signed))
      const { current } = checkpointFilesOf(path)
      yield* Effect.mapError(replaceFile(current, new TextEncoder().encode(note), ownership), toUnavailable(given))
      return signed
    })
  )
})

const fill = Effect.fn("FileKeyLedger.fill")(function* (given: string, { bytes, checkpoint }: KeyLedgerCopy) {
  return yield* withLedgerFile(given, ({ replace, signed }) =>
    Effect.gen(function* () {
      if (signed.ledger.head.sequence > 0) return yield* new KeyLedgerNotEmpty({ location: resolve(given) })
      return yield* replace(bytes, checkpoint?.source)
    })
  )
})

interface LockedLedgerFile {
  /** The path without links. */
  readonly path: string
  readonly signed: SignedKeyLedger
  readonly ownership: Ownership
  /** Replaces the ledger, and its checkpoint if it is signed, in one step: a crash leaves the old state or the new one. */
  readonly replace: (
    bytes: Uint8Array,
    note: string | undefined
  ) => Effect.Effect<void, KeyLedgerUnavailable, FileSystem.FileSystem>
}

/** Runs an effect on the ledger while no other process changes it. */
const withLedgerFile = Effect.fnUntraced(function* <A, E, R>(
  given: string,
  use: (file: LockedLedgerFile) => Effect.Effect<A, E, R>,
  known = emptyKeyLedger
) {
  const fs = yield* FileSystem.FileSystem
  const failed = toUnavailable(given)
  const path = yield* resolveLinks(given)
  const ownership = yield* Effect.mapError(ownershipOf(path), failed)
  yield* Effect.mapError(fs.makeDirectory(dirname(path), { recursive: true, mode: ownerOnlyFolder }), failed)
  const files = checkpointFilesOf(path)
  const log = Effect.map(readLedger(path, known), ({ ledger }) => makeLogTree(ledger.leaves))
  const settle = Effect.mapError(settleCheckpoint(files, log), (error) =>
    error._tag === "PlatformError" ? failed(error) : error
  )
  const replace: LockedLedgerFile["replace"] = (bytes, note) => {
    const replaceLedger = replaceFile(path, bytes, ownership)
    return (note === undefined ? replaceLedger : withPendingCheckpoint(files, note, ownership)(replaceLedger)).pipe(
      // For example, if the disk is full.
      Effect.tapError(() => Effect.ignore(settle)),
      Effect.mapError(failed)
    )
  }
  const locked = Effect.gen(function* () {
    yield* settle
    return yield* use({ path, signed: yield* readSigned(path, known), ownership, replace })
  })
  return yield* withFileLock(`${path}.lock`, { ...ownership, mode: ownerOnly })(Effect.result(locked)).pipe(
    Effect.catchTag("LockUnavailable", (error) => Effect.fail(failed(error))),
    Effect.flatMap(Effect.fromResult)
  )
})

/** The owner stays the same if root writes, since the server could not read the file otherwise. */
const ownershipOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* orIfMissing(
    Effect.map(fs.stat(path), ({ gid, mode, uid }): Ownership => ({
      mode: (mode & ownerAndGroup) | ownerOnly,
      owner: Option.getOrUndefined(Option.all({ uid, gid }))
    })),
    { mode: ownerOnly } satisfies Ownership
  )
})

const ownerOnly = 0o600
/** Keeps a group that was given access, and excludes everybody else. */
const ownerAndGroup = 0o660
const ownerOnlyFolder = 0o700

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
