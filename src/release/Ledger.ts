import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import {
  ChainBroken,
  emptyLedgerFile,
  genesis,
  seal,
  verifyChain,
  type Head,
  decodeLedger,
  extendsChain,
  makePrefix,
  readAppended,
  type LedgerPrefix
} from "../domain/ledger/HashChain.ts"
import { type ReleaseEvent, releaseEventCodec, leavesOf } from "../domain/release/ReleaseEvent.ts"
import { emptyHistory, replay, type ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import type { LogLeaf } from "../domain/transparency/LogLeaf.ts"
import { replaceFile } from "../platform/AtomicFile.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A verified ledger and the state that its events lead to. */
export interface Ledger {
  readonly text: string
  readonly head: Head
  readonly events: ReadonlyArray<ReleaseEvent>
  /** The fold of the events. */
  readonly history: ReleaseHistory
  /** What the transparency log says of each line. */
  readonly leaves: ReadonlyArray<LogLeaf>
}

export const ledgerFile = "ledger.ndjson"

/**
 * Reads, verifies and replays `ledger.ndjson`. If the file is missing, the ledger is empty, since nothing was published
 * yet. An empty file is damaged: no run writes one.
 */
export const readLedger = Effect.fn("readLedger")(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* fs
    .readFile(join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined))
  if (bytes?.length === 0) return yield* emptyLedgerFile()
  return yield* Effect.fromResult(parseLedger(bytes ?? new Uint8Array()))
})

/** Verifies the bytes of a ledger and folds its events. */
export const parseLedger = (bytes: Uint8Array): Result.Result<Ledger, ChainBroken> => extendLedger(emptyLedger, bytes)

/** Verifies the bytes that follow a ledger, and returns the whole ledger. */
export const extendLedger = (ledger: Ledger, bytes: Uint8Array): Result.Result<Ledger, ChainBroken> =>
  Result.gen(function* () {
    const text = yield* decodeLedger(bytes, ledger.head)
    const chain = yield* verifyReleaseChain(text, ledger.head)
    return {
      text: `${ledger.text}${text}`,
      head: chain.head,
      events: [...ledger.events, ...chain.events],
      history: yield* fold(ledger.history, chain.events, ledger.head),
      leaves: [...ledger.leaves, ...leavesOf(chain, ledger.head)]
    }
  })

/** Folds events that follow a history. The line of an event is its place among all events. */
const fold = (
  before: ReleaseHistory,
  events: ReadonlyArray<ReleaseEvent>,
  { sequence }: Head = genesis
): Result.Result<ReleaseHistory, ChainBroken> =>
  Result.mapError(
    replay(events, before),
    ({ index, violation }) =>
      new ChainBroken({ line: sequence + index + 1, problem: { _tag: "Contradiction", violation } })
  )

/** The ledger with one more event, read back from the very bytes that will be appended. */
export const withEvent = (ledger: Ledger, event: ReleaseEvent): Result.Result<Ledger, ChainBroken> => {
  const { line } = seal(sha256, releaseEventCodec, ledger.head, event)
  return extendLedger(ledger, new TextEncoder().encode(`${line}\n`))
}

/** Publishes: writes the new ledger beside the old one and replaces it in one step. */
export const writeLedger = Effect.fnUntraced(function* (releases: string, { text }: Ledger) {
  yield* replaceFile(join(releases, ledgerFile), new TextEncoder().encode(text))
})

const emptyLedger: Ledger = { text: "", head: genesis, events: [], history: emptyHistory, leaves: [] }

const verifyReleaseChain = verifyChain(sha256, releaseEventCodec)

/** A verified ledger of releases without its text: how far it was read, and what its events lead to. */
export interface LedgerState extends LedgerPrefix, Pick<Ledger, "events" | "history" | "leaves"> {}

export const ledgerStateOf = ({ events, head, history, leaves, text }: Ledger): LedgerState => ({
  ...makePrefix(sha256, new TextEncoder().encode(text), head),
  events,
  history,
  leaves
})

/**
 * Reads a ledger again that may have grown. Fails if it is damaged, or no longer holds what it held.
 * Only what was appended is verified: a long history takes a tenth of a second, and requests wait meanwhile.
 */
export const rereadLedger = (before: LedgerState, bytes: Uint8Array): Result.Result<LedgerState, ChainBroken> => {
  if (bytes.length === 0) return Result.fail(emptyLedgerFile())
  const appended = readReleases(before, bytes)
  return appended === undefined
    ? Result.flatMap(parseLedger(bytes), (ledger) =>
        Result.map(extendsChain(ledger.text, before.head), () => ledgerStateOf(ledger))
      )
    : Result.flatMap(appended, (chain) =>
        Result.map(fold(before.history, chain.events, before.head), (history) => ({
          ...makePrefix(sha256, bytes, chain.head),
          events: [...before.events, ...chain.events],
          history,
          leaves: [...before.leaves, ...leavesOf(chain, before.head)]
        }))
      )
}

const readReleases = readAppended(sha256, releaseEventCodec)

/**
 * Reads the ledger, and then another file that must fit it, without the lock. Reads both again if a publication replaced
 * the ledger in between, since the older ledger and the newer file would look like a ledger that was cut off.
 */
export const readWithLedger = <A, E, R>(releases: string, read: (ledger: Ledger) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    for (;;) {
      const ledger = yield* readLedger(releases)
      const outcome = yield* Effect.result(read(ledger))
      // A ledger only grows.
      if ((yield* sizeOf(releases)) === BigInt(Buffer.byteLength(ledger.text))) {
        return { ledger, value: yield* Effect.fromResult(outcome) }
      }
    }
  })

const sizeOf = Effect.fnUntraced(
  function* (releases: string) {
    const fs = yield* FileSystem.FileSystem
    return (yield* fs.stat(join(releases, ledgerFile))).size
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(0n))
)
