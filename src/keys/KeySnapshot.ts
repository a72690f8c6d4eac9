import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { replaceFile } from "../platform/AtomicFile.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { withFileLock, type LockUnavailable } from "../platform/FileLock.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { describePlatformError } from "../platform/SystemErrors.ts"
import { makeLogTree } from "../release/log/CheckpointFile.ts"
import { emptyKeyLedger, parseKeyLedger } from "./KeyLedgerCodec.ts"
import { decodeKeySeal, encodeKeySeal } from "./KeySeal.ts"
import { parseKeyCheckpoint } from "./log/SignKeyLedger.ts"
import { verifySignedLedger, type VerifiedKeys } from "./log/VerifyKeyLedger.ts"

/** A local copy of a key ledger, from which a server starts while the ledger cannot be read. */
export type KeySnapshot = Effect.Success<ReturnType<typeof makeKeySnapshot>>

/**
 * Keeps the snapshot of the ledger at a location in a file that only its owner can read: the lines of the ledger, and a
 * last line that seals them. Writes it in the background until the scope closes, and so that a crash leaves the old one
 * or the new one. Servers of one ledger can share the file.
 */
export const makeKeySnapshot = Effect.fnUntraced(function* (file: string, location: string) {
  const files = yield* Effect.context<FileSystem.FileSystem>()
  const refused = (reason: string) => new KeySnapshotRefused({ file, location, reason })
  const unavailable = (error: PlatformError | LockUnavailable) =>
    new KeySnapshotUnavailable({
      file,
      reason: (error._tag === "PlatformError" ? describePlatformError(error) : undefined) ?? error.message
    })
  const read = readRegularFile(file).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError(unavailable)
  )

  /** What the file lacks of the newest ledger, and the number of its bytes that stay. */
  let unsaved: ReadonlyArray<Uint8Array> = []
  let savedBytes = 0
  let newest: VerifiedKeys = { ledger: emptyKeyLedger }
  let failure: string | undefined
  const note = (next: VerifiedKeys): boolean => {
    const isChanged = next.ledger.appended.length > 0 || next.note !== newest.note
    unsaved = [...unsaved, next.ledger.appended]
    newest = { ...next, ledger: { ...next.ledger, appended: noBytes } }
    return isChanged
  }

  const write = Effect.gen(function* () {
    const before = savedBytes === 0 ? noBytes : yield* read
    if (before === undefined || before.length < savedBytes) {
      return yield* refused("it was removed or cut off while the server ran. Restart the server, which writes it again")
    }
    const [pieces, { ledger, note: checkpoint }] = [unsaved, newest]
    const { hash, sequence } = ledger.head
    const seal = { origin: location, sequence, hash, ...(checkpoint === undefined ? {} : { checkpoint }) }
    const lines = [before.subarray(0, savedBytes), ...pieces, Buffer.from(`${encodeKeySeal(seal)}\n`)]
    const replace = Effect.result(replaceFile(file, Buffer.concat(lines), { mode: ownerOnly }))
    yield* withFileLock(`${file}.lock`, { mode: ownerOnly })(replace).pipe(
      Effect.flatMap(Effect.fromResult),
      Effect.mapError(unavailable),
      Effect.provideContext(files)
    )
    unsaved = unsaved.slice(pieces.length)
    savedBytes = ledger.bytes
    failure = undefined
  })

  const changes = yield* Queue.sliding<void>(1)
  yield* Queue.take(changes).pipe(
    Effect.andThen(Effect.timed(Effect.result(write))),
    Effect.tap(([, result]) => {
      if (Result.isSuccess(result) || failure === result.failure.message) return Effect.void
      failure = result.failure.message
      return Effect.logError(`The snapshot of the API keys is not up to date: ${failure}`)
    }),
    // A long ledger that changes often is written less often, since each time is a copy of all of it.
    Effect.andThen(([duration]) => Effect.sleep(Duration.times(duration, 20))),
    Effect.forever,
    Effect.forkScoped
  )

  return {
    file,
    /** Why the file is not that of the newest ledger; `undefined` if it is, or is about to be. */
    failure: () => failure,
    /** The verified ledger in the file; `undefined` without a file. Fails with `KeySnapshotRefused`. */
    restore: Effect.fnUntraced(function* (trust: TrustPolicy | undefined) {
      const content = yield* read
      if (content === undefined) return undefined
      const { bytes, seal } = splitSeal(content)
      if (seal === undefined) return yield* refused("it is cut off or was altered")
      if (seal.origin !== location) return yield* refused(`it is of the key ledger ${seal.origin}`)
      const ledger = yield* Effect.mapError(Effect.fromResult(parseKeyLedger(bytes, emptyKeyLedger)), ({ message }) =>
        refused(message)
      )
      const { hash, sequence } = ledger.head
      if (hash !== seal.hash || sequence !== seal.sequence) return yield* refused("its last line is of another ledger")
      const log = makeLogTree(ledger.leaves)
      if (trust !== undefined) {
        const checkpoint = yield* parseKeyCheckpoint("key", file, seal.checkpoint, log)
        yield* verifySignedLedger(file, { ledger, bytes, log, checkpoint }, trust)
      }
      note({ ledger: { ...ledger, appended: noBytes }, note: seal.checkpoint })
      unsaved = []
      savedBytes = bytes.length
      return ledger
    }),
    /**
     * Writes the snapshot of a ledger that was read. Fails with `KeySnapshotRefused` if the ledger lacks events of the
     * present snapshot: revoked keys would be accepted again.
     */
    begin: Effect.fnUntraced(function* (keys: VerifiedKeys) {
      const content = yield* read
      const { seal } = splitSeal(content ?? noBytes)
      if (content !== undefined && seal === undefined) {
        yield* Effect.logWarning(`The snapshot ${file} is cut off or was altered, and is written again`)
      }
      if (seal !== undefined && seal.sequence > 0 && keys.ledger.leaves[seal.sequence - 1]?.event !== seal.hash) {
        return yield* refused(
          `the ledger does not contain event ${seal.sequence} of it, so keys that were revoked may be accepted again. Correct --keys or restore the ledger, or delete the snapshot if the ledger is right`
        )
      }
      note(keys)
      yield* write
    }),
    /** Writes the snapshot of a ledger that has grown soon. */
    save: (keys: VerifiedKeys) => (note(keys) ? Queue.offer(changes, undefined) : Effect.void)
  }
})

/** The snapshot of the key ledger cannot be used, or is that of another ledger. */
export class KeySnapshotRefused extends Schema.TaggedError<KeySnapshotRefused>()("KeySnapshotRefused", {
  file: Schema.String,
  location: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `The snapshot ${this.file} of the key ledger ${this.location} cannot be used: ${this.reason}.`
  }
}

/** The snapshot of the key ledger cannot be read or written: permissions, or a full disk. */
export class KeySnapshotUnavailable extends Schema.TaggedError<KeySnapshotUnavailable>()("KeySnapshotUnavailable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The snapshot ${this.file} of the key ledger cannot be used: ${this.reason}`
  }
}

/** The lines of the ledger in a snapshot, and its seal unless that is missing. */
const splitSeal = (content: Uint8Array) => {
  const isEnded = content.at(-1) === lineBreak
  const start = content.subarray(0, -1).lastIndexOf(lineBreak) + 1
  const line = new TextDecoder().decode(content.subarray(start))
  return {
    bytes: content.subarray(0, start),
    seal: isEnded ? Option.getOrUndefined(decodeKeySeal(line)) : undefined
  }
}

const lineBreak = 10
const noBytes = new Uint8Array()
const ownerOnly = 0o600
