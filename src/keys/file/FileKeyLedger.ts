import { dirname, resolve, basename, join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Event } from "../../domain/ledger/EventCodec.ts"
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
import type { EventLedger, LedgerCodec, LedgerSubject } from "../KeyLedgerCodec.ts"
import { KeyLedgerNotEmpty, KeyLedgerUnavailable, KeyCheckpointRejected, KeyLedgerBroken } from "../KeyLedgerError.ts"
import type { Decision, KeyLedgerCopy, LedgerStore, SignedLedger } from "../KeyLedgerStore.ts"
import { readKeySeal, writeKeySeal } from "../KeySeal.ts"
import { orRefuse, type KeySigningRefusal, signNextEvents } from "../log/SignKeyLedger.ts"

/** Stores a ledger in a file that only its owner can read, and its checkpoint beside it. The first event creates it. */
export const fileLedger = <S, Ev extends Event>(codec: LedgerCodec<S, Ev>, path: string) =>
  Effect.map(Effect.context<FileSystem.FileSystem>(), (files): LedgerStore<S, Ev> => {
    const file: LedgerFile<S, Ev> = { codec, path, sealed: undefined }
    return {
      location: resolve(path),
      read: (known) => read(file, known),
      readSubject: (subject) =>
        Effect.provide(
          Effect.map(readSealed(file, subject), (found) => found?.ledger.state),
          files
        ),
      revision: revisionOf(file),
      readSigned: (known) => Effect.provide(readSignedConsistently(file, known), files),
      signedRevision: Effect.provide(signedRevisionOf(file), files),
      changes: Stream.never,
      pollInterval: Duration.millis(250),
      transact: (known, decide, signingKeys, subject) =>
        Effect.provide(transact(file, { known, decide, signingKeys, subject }), files),
      writeCheckpoint: (sign) => Effect.provide(writeCheckpoint(file, sign), files),
      fill: (copy) => Effect.provide(fill(file, copy), files)
    }
  })

/** A file, and what its events are. The path can be a link. */
interface LedgerFile<S, Ev extends Event> {
  readonly codec: LedgerCodec<S, Ev>
  readonly path: string
  /** What was last read of one subject, for the step that follows. */
  sealed: { readonly revision: string; readonly subject: string; readonly signed: SignedLedger<S> } | undefined
}

/** What messages say of a file. */
interface NamedFile {
  readonly codec: { readonly subject: LedgerSubject }
  readonly path: string
}

const read = Effect.fn("FileLedger.read")(function* <S, Ev extends Event>(
  file: LedgerFile<S, Ev>,
  known: EventLedger<S>
) {
  return (yield* readLedger(file, known)).ledger
})

interface Transaction<S, A, E> {
  readonly known: EventLedger<S>
  readonly decide: (state: S) => Result.Result<A, E>
  readonly signingKeys: SigningKeys | undefined
  readonly subject: string | undefined
}

/** Appends events. The new ledger is written beside the old one, which it replaces in one step. */
const transact = Effect.fn("FileLedger.transact")(function* <S, Ev extends Event, A extends Decision<Ev>, E>(
  given: LedgerFile<S, Ev>,
  { decide, known, signingKeys, subject }: Transaction<S, A, E>
) {
  const append = ({ ownership, path, replace, signed }: LockedLedgerFile<S>) =>
    Effect.gen(function* () {
      const decision = yield* Effect.fromResult(decide(signed.ledger.state))
      const next = signNextEvents(given.codec, signed, decision.events, signingKeys)
      const { appended, head, log, note } = yield* orRefuse(resolve(given.path), next)
      yield* replace([signed.bytes, appended], note)
      const roots = log === undefined ? {} : { roots: log.peaks().roots }
      const seal = { origin: path, ...head, revision: (yield* revisionOf(given)) ?? "", ...roots }
      yield* writeKeySeal(sealFileOf(path), seal, ownership)
      return decision
    })
  return yield* withLedgerFile(given, append, { known, subject })
})

const writeCheckpoint = Effect.fn("FileLedger.writeCheckpoint")(function* <S, Ev extends Event>(
  given: LedgerFile<S, Ev>,
  sign: (present: SignedLedger<S>) => Result.Result<string, KeySigningRefusal>
) {
  return yield* withLedgerFile(given, ({ ownership, path, signed }) =>
    Effect.gen(function* () {
      const note = yield* orRefuse(resolve(given.path), sign(signed))
      const { current } = checkpointFilesOf(path)
      yield* Effect.mapError(replaceFile(current, new TextEncoder().encode(note), ownership), toUnavailable(given))
      return signed
    })
  )
})

const fill = Effect.fn("FileLedger.fill")(function* <S, Ev extends Event>(
  given: LedgerFile<S, Ev>,
  { bytes, checkpoint }: KeyLedgerCopy
) {
  return yield* withLedgerFile(given, ({ replace, signed }) =>
    Effect.gen(function* () {
      if (signed.ledger.head.sequence > 0) {
        return yield* new KeyLedgerNotEmpty({ subject: given.codec.subject, location: resolve(given.path) })
      }
      return yield* replace([bytes], checkpoint?.source)
    })
  )
})

interface LockedLedgerFile<S> {
  /** The path without links. */
  readonly path: string
  readonly signed: SignedLedger<S>
  readonly ownership: Ownership
  /** Replaces the ledger, and its checkpoint if it is signed, in one step: a crash leaves the old state or the new one. */
  readonly replace: (
    bytes: ReadonlyArray<Uint8Array>,
    note: string | undefined
  ) => Effect.Effect<void, KeyLedgerUnavailable, FileSystem.FileSystem>
}

/** Runs an effect on the ledger while no other process changes it. */
const withLedgerFile = Effect.fnUntraced(function* <S, Ev extends Event, A, E, R>(
  given: LedgerFile<S, Ev>,
  use: (file: LockedLedgerFile<S>) => Effect.Effect<A, E, R>,
  { known = given.codec.empty, subject }: Partial<Pick<Transaction<S, A, E>, "known" | "subject">> = {}
) {
  const fs = yield* FileSystem.FileSystem
  const failed = toUnavailable(given)
  const path = yield* resolveLinks(given)
  const ownership = yield* Effect.mapError(ownershipOf(path), failed)
  yield* Effect.mapError(fs.makeDirectory(dirname(path), { recursive: true, mode: ownerOnlyFolder }), failed)
  const files = checkpointFilesOf(path)
  const file = { ...given, path }
  const log = Effect.map(readLedger(file, known), ({ ledger }) => makeLogTree(ledger.leaves))
  const settle = Effect.mapError(settleCheckpoint(files, log), (error) =>
    error._tag === "PlatformError" ? failed(error) : error
  )
  const replace: LockedLedgerFile<S>["replace"] = (bytes, note) => {
    const replaceLedger = replaceFile(path, bytes, ownership)
    return (note === undefined ? replaceLedger : withPendingCheckpoint(files, note, ownership)(replaceLedger)).pipe(
      // For example, if the disk is full.
      Effect.tapError(() => Effect.ignore(settle)),
      Effect.mapError(failed)
    )
  }
  const locked = Effect.gen(function* () {
    yield* settle
    const sealed = subject === undefined ? undefined : yield* readSealed(given, subject)
    return yield* use({ path, signed: sealed ?? (yield* readSigned(file, known)), ownership, replace })
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
const resolveLinks = Effect.fnUntraced(function* (given: NamedFile) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(orIfMissing(fs.realPath(given.path), given.path), toUnavailable(given))
})

/** The files with the checkpoint of a ledger, whose path is without links. */
const checkpointFilesOf = (path: string): CheckpointFiles => ({
  current: `${path}.checkpoint`,
  pending: join(dirname(path), `.${basename(path)}.checkpoint.next`)
})

/** The file with the seal of a ledger, whose path is without links. Each change of the ledger replaces it. */
const sealFileOf = (path: string): string => join(dirname(path), `.${basename(path)}.verified`)

/** Reads what a ledger says of a subject if its seal says that it was verified; `undefined` otherwise, whatever is wrong. */
const readSealed = Effect.fnUntraced(
  function* <S, Ev extends Event>(file: LedgerFile<S, Ev>, subject: string) {
    const path = yield* resolveLinks(file)
    const revision = yield* revisionOf(file)
    const { sealed } = file
    if (sealed?.revision === revision && sealed?.subject === subject) return sealed.signed
    const seal = yield* readKeySeal(sealFileOf(path), path)
    if (seal === undefined || revision === undefined || seal.revision !== revision) return undefined
    const bytes = yield* readRegularFile(path)
    const ledger = file.codec.readSealed(linesWith(bytes, `"${subject}"`), seal)
    if (ledger === undefined) return undefined
    const log = makeLogTree([], ledger.peaks)
    const checkpoint = yield* readCheckpointFiles(checkpointFilesOf(path), log)
    const signed: SignedLedger<S> = { ledger, bytes, log, checkpoint }
    file.sealed = { revision, subject, signed }
    return signed
  },
  // Also a defect: a tree of peaks has no root for a checkpoint of fewer events.
  (read) => Effect.catchCause(read, () => Effect.undefined)
)

/** The lines that contain a text, and the last one. */
const linesWith = (bytes: Uint8Array, text: string): ReadonlyArray<string> => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const lines: Array<string> = []
  let end = 0
  const lineAt = (place: number) => {
    end = content.indexOf(lineBreak, place)
    lines.push(content.toString("utf8", content.lastIndexOf(lineBreak, place) + 1, end))
  }
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, end)) lineAt(at)
  if (end < content.length - 1) lineAt(content.length - 2)
  return lines
}

const lineBreak = 10

/** A token that differs whenever the ledger does; `undefined` if it is missing. */
const revisionOf = (file: NamedFile) =>
  Effect.mapError(orIfMissing(fileRevisionOf(file.path), undefined), toUnavailable(file))

/** A token that differs whenever the ledger or its checkpoint does. */
const signedRevisionOf = Effect.fnUntraced(function* (given: NamedFile) {
  const revision = yield* revisionOf(given)
  if (revision === undefined) return undefined
  const { current, pending } = checkpointFilesOf(yield* resolveLinks(given))
  const revisionOfPart = (path: string) => revisionOf({ ...given, path })
  return [revision, yield* revisionOfPart(current), yield* revisionOfPart(pending)].join(" / ")
})

/** Reads a ledger and its bytes. */
const readLedger = Effect.fnUntraced(function* <S, Ev extends Event>(file: LedgerFile<S, Ev>, known: EventLedger<S>) {
  const { codec, path } = file
  // Fails for a file that was replaced while a mount still shows the old one.
  yield* revisionOf(file)
  const bytes = yield* Effect.mapError(orIfMissing(readRegularFile(path), undefined), toUnavailable(file))
  if (bytes === undefined && known.head.sequence > 0) {
    return yield* new KeyLedgerUnavailable({ subject: codec.subject, location: path, reason: "it is missing" })
  }
  return { ledger: yield* parseLedger(file, bytes, known), bytes: bytes ?? noBytes }
})

/** A missing file is an empty ledger, since nothing happened yet. An empty file is damaged: no run writes one. */
const parseLedger = <S, Ev extends Event>(
  { codec, path }: LedgerFile<S, Ev>,
  bytes: Uint8Array | undefined,
  known: EventLedger<S>
) =>
  Effect.mapError(
    Effect.fromResult(bytes?.length === 0 ? Result.fail(emptyLedgerFile()) : codec.parse(bytes ?? noBytes, known)),
    (cause) => new KeyLedgerBroken({ subject: codec.subject, location: path, cause })
  )

/** Reads a ledger and its checkpoint while nobody writes them. */
const readSigned = Effect.fnUntraced(function* <S, Ev extends Event>(given: LedgerFile<S, Ev>, known: EventLedger<S>) {
  const { bytes, ledger } = yield* readLedger(given, known)
  const log = makeLogTree(ledger.leaves)
  const checkpoint = yield* readCheckpointFiles(checkpointFilesOf(yield* resolveLinks(given)), log).pipe(
    Effect.mapError((error) =>
      error._tag === "CheckpointBroken"
        ? new KeyCheckpointRejected({ subject: given.codec.subject, location: given.path, cause: error.cause })
        : toUnavailable(given)(error)
    )
  )
  return { ledger, bytes, log, checkpoint } satisfies SignedLedger<S>
})

/**
 * Reads a ledger and its checkpoint while others may write them. If the ledger stays the same meanwhile, the checkpoint
 * is the one that was written with it.
 */
const readSignedConsistently = Effect.fn("FileLedger.readSigned")(function* <S, Ev extends Event>(
  given: LedgerFile<S, Ev>,
  known: EventLedger<S>
) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = yield* revisionOf(given)
    const signed = yield* Effect.result(readSigned(given, known))
    if ((yield* revisionOf(given)) === before) return yield* Effect.fromResult(signed)
  }
  const reason = `it changed ${maxAttempts} times while it was read`
  return yield* new KeyLedgerUnavailable({ subject: given.codec.subject, location: given.path, reason })
})

const toUnavailable =
  ({ codec, path }: NamedFile) =>
  (error: PlatformError | LockUnavailable) =>
    new KeyLedgerUnavailable({
      subject: codec.subject,
      location: path,
      reason: (error._tag === "PlatformError" ? describePlatformError(error) : undefined) ?? error.message
    })

/** The value of a file, or another one if the file is missing. */
const orIfMissing = <A, B, R>(effect: Effect.Effect<A, PlatformError, R>, value: B) =>
  Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.succeed(value))

const noBytes = new Uint8Array()

const maxAttempts = 100
