import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ChainBroken, continues, genesis, open, seal, torn, type Head } from "../domain/HashChain.ts"
import { KeyEvent } from "../domain/KeyEvent.ts"
import { noKeys, replay, type Keys } from "../domain/KeyLedger.ts"
import { replace } from "../files/Durable.ts"
import { withFileLock, type LockUnavailable } from "../files/FileLock.ts"
import { sha256 } from "../files/Sha256.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "./KeyLedgerError.ts"

/**
 * Reads and replays a ledger of keys. A missing file is an empty ledger, for no key was issued yet. One without a byte
 * is a damaged one: no run writes it.
 */
export const readKeys = (path: string) => Effect.map(read(path), ({ keys }) => keys)

/** The same for whoever read it before: fails with `KeyLedgerBroken` where it no longer holds what it did then. */
export const readKeysSince = Effect.fnUntraced(function* (path: string, last: Head) {
  const { head, keys, text } = yield* read(path)
  yield* Effect.mapError(Effect.fromResult(continues(text, last)), (cause) => new KeyLedgerBroken({ path, cause }))
  return { head, keys }
})

/** A text that differs whenever the file does; nothing where there is no file. Costs no reading. */
export const revisionOf = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    const { dev, ino, mtime, size } = yield* fs.stat(path)
    return [dev, Option.getOrNull(ino), size, Option.getOrNull(mtime)?.getTime()].join(" ")
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
  (effect, path) => Effect.mapError(effect, unavailable(path))
)

/**
 * Adds the event that `decide` finds to the ledger, and gives back what it decided. Nobody else writes in between. The
 * ledger is written anew and takes the old one's place in one step, so a crash leaves the old one or the new one.
 */
export const transact = Effect.fnUntraced(
  function* <A extends { readonly event: KeyEvent }, E>(path: string, decide: (keys: Keys) => Result.Result<A, E>) {
    const ledger = yield* read(path)
    const decision = yield* Effect.fromResult(decide(ledger.keys))
    const { line } = seal(sha256, ledger.head, encodeEvent(decision.event))
    yield* Effect.mapError(
      replace(path, new TextEncoder().encode(`${ledger.text}${line}\n`), ownerOnly),
      unavailable(path)
    )
    return decision
  },
  (effect, path) =>
    makeFolder(path).pipe(
      Effect.andThen(withFileLock(`${path}.lock`)(Effect.result(effect))),
      Effect.catchTag("LockUnavailable", (error) => Effect.fail(unavailable(path)(error))),
      Effect.flatMap(Effect.fromResult)
    )
)

const ownerOnly = 0o600
const ownerOnlyFolder = 0o700

interface FileLedger {
  readonly text: string
  readonly head: Head
  readonly keys: Keys
}

const read = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    return yield* fs.readFile(path)
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
  (effect, path) => Effect.mapError(effect, unavailable(path)),
  (effect, path) =>
    Effect.flatMap(effect, (bytes) =>
      Effect.mapError(Effect.fromResult(parse(bytes)), (cause) => new KeyLedgerBroken({ path, cause }))
    )
)

const makeFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  yield* Effect.mapError(
    fs.makeDirectory(paths.dirname(path), { recursive: true, mode: ownerOnlyFolder }),
    unavailable(path)
  )
})

const parse = (bytes: Uint8Array | undefined): Result.Result<FileLedger, ChainBroken> => {
  if (bytes === undefined) return Result.succeed({ text: "", head: genesis, keys: noKeys })
  if (bytes.length === 0) return Result.fail(torn)
  // Bytes that are not UTF-8 become other characters here, which no line's hash covers.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  return Result.flatMap(openLedger(text), ({ events, head }) =>
    Result.mapBoth(replay(events), {
      onFailure: ({ index, reason }) => new ChainBroken({ rule: "ledger/contradiction", line: index + 1, reason }),
      onSuccess: (keys) => ({ text, head, keys })
    })
  )
}

const eventTypes = new Set(KeyEvent.members.map((member) => member.fields._tag.schema.literal))

const strict = { onExcessProperty: "error" } as const

const encodeEvent = Schema.encodeSync(KeyEvent, strict)

const openLedger = open(sha256, Schema.decodeUnknownResult(KeyEvent, strict), eventTypes)

const unavailable = (path: string) => (error: PlatformError | LockUnavailable) =>
  new KeyLedgerUnavailable({ path, reason: error.message })
