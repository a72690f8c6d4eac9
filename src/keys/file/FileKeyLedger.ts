import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { emptyLedgerFile } from "../../domain/ledger/ChainBroken.ts"
import { replaceFile, type Ownership } from "../../platform/AtomicFile.ts"
import { withFileLock, type LockUnavailable } from "../../platform/FileLock.ts"
import { readRegularFile, revisionOf as fileRevisionOf } from "../../platform/RegularFiles.ts"
import { describePlatformError } from "../../platform/SystemErrors.ts"
import { emptyKeyLedger, encodeKeyEvent, parseKeyLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLedgerStore } from "../KeyLedgerStore.ts"

/** Stores the key ledger in a file that only its owner can read. The first key creates it. */
export const fileKeyLedger = (path: string) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (files) =>
      KeyLedgerStore.of({
        location: resolve(path),
        read: (known) => read(path, known),
        revision: revisionOf(path),
        changes: Stream.never,
        transact: (decide) => Effect.provide(transact(path, decide), files)
      })
    )
  )

const revisionOf = (path: string) =>
  fileRevisionOf(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError(toUnavailable(path))
  )

const read = Effect.fn("FileKeyLedger.read")(function* (path: string, known: KeyLedger) {
  // Fails for a file that was replaced while a mount still shows the old one.
  yield* revisionOf(path)
  const bytes = yield* readBytes(path)
  if (bytes === undefined && known.head.sequence > 0) return yield* missing(path)
  return yield* parse(path, bytes, known)
})

/** Writes the new ledger beside the old one and replaces it in one step, so a crash leaves the old or the new one. */
const transact = Effect.fn("FileKeyLedger.transact")(function* <A extends { readonly event: KeyEvent }, E>(
  given: string,
  decide: (keys: KeyRegistry) => Result.Result<A, E>
) {
  const fs = yield* FileSystem.FileSystem
  const failed = toUnavailable(given)
  // Processes that name the same file by different links share its lock.
  const path = yield* fs.realPath(given).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(given)),
    Effect.mapError(failed)
  )
  const ownership = yield* Effect.mapError(ownershipOf(path), failed)
  yield* Effect.mapError(fs.makeDirectory(dirname(path), { recursive: true, mode: ownerOnlyFolder }), failed)
  const append = Effect.gen(function* () {
    const bytes = yield* readBytes(path)
    const ledger = yield* parse(path, bytes, emptyKeyLedger)
    const decision = yield* Effect.fromResult(decide(ledger.keys))
    const line = new TextEncoder().encode(encodeKeyEvent(ledger, decision.event))
    yield* Effect.mapError(replaceFile(path, Buffer.concat([bytes ?? noBytes, line]), ownership), failed)
    return decision
  })
  return yield* withFileLock(`${path}.lock`, { ...ownership, mode: ownerOnly })(Effect.result(append)).pipe(
    Effect.catchTag("LockUnavailable", (error) => Effect.fail(failed(error))),
    Effect.flatMap(Effect.fromResult)
  )
})

/** The owner stays the same if root writes, since the server could not read the file otherwise. */
const ownershipOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.stat(path).pipe(
    Effect.map(({ gid, mode, uid }): Ownership => ({
      mode: (mode & ownerAndGroup) | ownerOnly,
      owner: Option.getOrUndefined(Option.all({ uid, gid }))
    })),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<Ownership>({ mode: ownerOnly }))
  )
})

const ownerOnly = 0o600
/** Keeps a group that was given access, and excludes everybody else. */
const ownerAndGroup = 0o660
const ownerOnlyFolder = 0o700

/** A missing file is an empty ledger, since no key was issued yet. An empty file is damaged: no run writes one. */
const parse = (path: string, bytes: Uint8Array | undefined, known: KeyLedger) =>
  Effect.mapError(
    Effect.fromResult(bytes?.length === 0 ? Result.fail(emptyLedgerFile()) : parseKeyLedger(bytes ?? noBytes, known)),
    (cause) => new KeyLedgerBroken({ location: path, cause })
  )

const noBytes = new Uint8Array()

const readBytes = (path: string) =>
  readRegularFile(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError(toUnavailable(path))
  )

const missing = (location: string) => new KeyLedgerUnavailable({ location, reason: "it is missing" })

const toUnavailable = (location: string) => (error: PlatformError | LockUnavailable) =>
  new KeyLedgerUnavailable({
    location,
    reason: (error._tag === "PlatformError" ? describePlatformError(error) : undefined) ?? error.message
  })
