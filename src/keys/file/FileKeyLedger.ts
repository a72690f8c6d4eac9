import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { emptyLedgerFile } from "../../domain/ledger/ChainBroken.ts"
import { replace, type Ownership } from "../../platform/AtomicFile.ts"
import { withFileLock, type LockUnavailable } from "../../platform/FileLock.ts"
import { makeFolder, ownershipOf, type Owner } from "../../platform/FileOwner.ts"
import { realPlaceOf } from "../../platform/RealPlace.ts"
import { readPlainFile, revisionOf as fileRevisionOf } from "../../platform/RegularFiles.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { systemSentence } from "../../platform/SystemErrors.ts"
import {
  emptyLedger,
  lineAfter,
  parseLedger,
  tornKey,
  tornSentence,
  withoutTornLine,
  type KeyLedger
} from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLedgerStore } from "../KeyLedgerStore.ts"

/** Keeps a ledger of keys in a file, which only its owner can read, and which is made with the first key. */
export const fileKeyLedger = (path: string) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (files) =>
      KeyLedgerStore.of({
        location: resolve(path),
        read: (before) => read(path, before),
        revision: revisionOf(path),
        changes: Stream.never,
        transact: (decide) => Effect.provide(transact(path, decide), files)
      })
    )
  )

/** Differs whenever the file does, and costs no reading. */
const revisionOf = (path: string) =>
  fileRevisionOf(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError(unavailable(path))
  )

/**
 * The ledger is written anew and takes the old one's place in one step, so a crash leaves the old one or the new one,
 * and never a line that is cut short. It stays with whom the old one belongs to, for a server that can no longer read
 * it would go on with the keys that it knows.
 */
const transact = Effect.fnUntraced(function* <A extends { readonly event: KeyEvent }, E>(
  given: string,
  decide: (keys: KeyRegistry) => Result.Result<A, E>
) {
  const failed = unavailable(given)
  const path = yield* Effect.mapError(realPlaceOf(given), failed)
  const { mode = ownerOnly, owner } = yield* Effect.mapError(ownershipOf(path), failed)
  const ownership = { mode: (mode & ownerAndGroup) | ownerOnly, owner }
  yield* mayGiveTo(given, owner)
  yield* Effect.mapError(makeFolder(dirname(path), ownerOnlyFolder, owner), failed)
  const appending = Effect.gen(function* () {
    const ledger = yield* read(path, emptyLedger)
    const decision = yield* Effect.fromResult(decide(ledger.keys))
    if (ledger.torn !== undefined) {
      yield* notBeforeRepeated(given, ledger, decision.event)
      yield* keepAside(path, ledger.torn.text, ownership)
    }
    const text = `${ledger.text}${lineAfter(ledger, decision.event)}\n`
    yield* Effect.mapError(replace(path, new TextEncoder().encode(text), ownership), failed)
    return decision
  })
  return yield* withFileLock(`${path}.lock`, { mode: ownerOnly, owner })(Effect.result(appending)).pipe(
    Effect.catchTag("LockUnavailable", (error) => Effect.fail(failed(error))),
    Effect.flatMap(Effect.fromResult)
  )
})

/** Only root can give a file to somebody else, so others are told before anything is made. */
const mayGiveTo = (path: string, owner: Owner | undefined) => {
  const me = process.geteuid?.()
  return owner === undefined || me === undefined || me === 0 || me === owner.uid
    ? Effect.void
    : Effect.fail(
        new KeyLedgerUnavailable({
          path,
          reason: `it belongs to the user ${owner.uid}, and would not any more if user ${me} wrote it. Run as that user`
        })
      )
}

const ownerOnly = 0o600
/** A group that was let in stays; everybody else is kept out. */
const ownerAndGroup = 0o660
const ownerOnlyFolder = 0o700

/**
 * A missing file is an empty ledger, for no key was issued yet. One without a byte is damaged: no run writes it. A last
 * line that was cut short is left out, and the key that it was about is not accepted until it is repeated. No run of
 * this program leaves one, but copies and other disks may.
 */
const read = Effect.fnUntraced(function* (path: string, before: KeyLedger) {
  // The old file, which a mount may still show, could be read as well.
  yield* revisionOf(path)
  const bytes = yield* bytesOf(path)
  const { text, torn } = withoutTornLine(textOf(bytes))
  const ledger = yield* Effect.mapError(
    Effect.fromResult(bytes?.length === 0 ? Result.fail(emptyLedgerFile()) : parseLedger(text, before)),
    (cause) => new KeyLedgerBroken({ path, cause })
  )
  if (torn === undefined) return ledger
  yield* Effect.logWarning(tornSentence(path, { ...ledger, torn }))
  return { ...ledger, torn }
})

/** Whoever wrote over a revocation that was cut short would bring a key back. */
const notBeforeRepeated = (path: string, { keys, torn }: KeyLedger, { _tag, identifier }: KeyEvent) => {
  const key = tornKey(keys, torn)
  return key === undefined || (_tag === "KeyRevoked" && identifier === key.identifier)
    ? Effect.void
    : Effect.fail(
        new KeyLedgerUnavailable({
          path,
          reason: `its last line was cut short and was about ${key.identifier}. Revoke that key first, as the line did`
        })
      )
}

/** Nothing is lost: what was left out stays beside the ledger that is written without it. */
const keepAside = Effect.fnUntraced(function* (path: string, torn: string, ownership: Ownership) {
  const place = `${path}.torn-${sha256(torn).slice(0, 8)}`
  yield* Effect.mapError(replace(place, new TextEncoder().encode(torn), ownership), unavailable(place))
  yield* Effect.logWarning(`What there was of it is kept in ${place}`)
})

const bytesOf = (path: string) =>
  readPlainFile(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError(unavailable(path))
  )

// Bytes that are not UTF-8 become other characters here, which no line's hash covers.
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

const unavailable = (path: string) => (error: PlatformError | LockUnavailable) =>
  new KeyLedgerUnavailable({
    path,
    reason: (error._tag === "PlatformError" ? systemSentence(error) : undefined) ?? error.message
  })
