import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { enable } from "effect/schema/SchemaJITCompiler"
import { ChainBroken, genesis, open, seal, torn, type Head } from "../../domain/ledger/HashChain.ts"
import { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import { contradiction, evolve, noHistory, type History } from "../../domain/release/ReleaseHistory.ts"
import { replace } from "../../platform/AtomicFile.ts"
import { sha256 } from "../../platform/Sha256.ts"

/** The ledger as it stands on disk, and what its events add up to. */
export interface Ledger {
  readonly text: string
  readonly head: Head
  readonly history: History
}

export const ledgerFile = "ledger.ndjson"

/**
 * Reads and replays `ledger.ndjson`. A missing file is an empty ledger, for nothing was published yet. One without a
 * byte is a damaged one: no run writes it.
 */
export const readLedger = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const bytes = yield* fs
    .readFile(paths.join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined))
  if (bytes?.length === 0) return yield* torn
  return yield* Effect.fromResult(parseLedger(bytes ?? new Uint8Array()))
})

/** Checks a ledger's bytes, line by line, and folds its events. */
export const parseLedger = (bytes: Uint8Array): Result.Result<Ledger, ChainBroken> => {
  if (bytes.length === 0) return Result.succeed({ text: "", head: genesis, history: noHistory })
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    return Result.fail(new ChainBroken({ rule: "ledger/broken-chain", line: 1, reason: "it is not UTF-8" }))
  }
  return Result.flatMap(openLedger(text), ({ events, head }) => {
    let history = noHistory
    for (const [index, event] of events.entries()) {
      const reason = contradiction(history, event)
      if (reason !== undefined) {
        return Result.fail(new ChainBroken({ rule: "ledger/contradiction", line: index + 1, reason }))
      }
      history = evolve(history, event)
    }
    return Result.succeed({ text, head, history })
  })
}

/** The ledger that one more event makes, read back from the very bytes that will be written. */
export const withEvent = (ledger: Ledger, event: ReleaseEvent): Result.Result<Ledger, ChainBroken> =>
  parseLedger(new TextEncoder().encode(`${ledger.text}${seal(sha256, ledger.head, encodeEvent(event)).line}\n`))

/** Publishes: the ledger is written anew and takes the old one's place in one step. */
export const writeLedger = Effect.fnUntraced(function* (releases: string, { text }: Ledger) {
  const paths = yield* Path.Path
  yield* replace(paths.join(releases, ledgerFile), new TextEncoder().encode(text))
})

// Reading large releases is mostly the checking of their values. Compiled, the same schema takes half of the time; where
// that is not possible, and for all that it refuses, it is interpreted as ever.
enable(ReleaseEvent.ast)

const eventTypes = new Set(ReleaseEvent.members.map((member) => member.fields._tag.schema.literal))

// Strict both ways: a key that the schema does not know must never be dropped in silence.
const strict = { onExcessProperty: "error" } as const

const encodeEvent = Schema.encodeSync(ReleaseEvent, strict)

const openLedger = open(sha256, Schema.decodeUnknownResult(ReleaseEvent, strict), eventTypes)

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
