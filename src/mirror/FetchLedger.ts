import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { emptyLedgerFile, type ChainBroken } from "../domain/ledger/HashChain.ts"
import { extendLedger, ledgerFile, parseLedger, type Ledger } from "../release/Ledger.ts"
import { download, downloadAgain } from "./Download.ts"
import type { ReceivedFile, Session, Validators, WantedFile } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginLedgerBroken, OriginRefused, OriginRewritten } from "./OriginErrors.ts"

/** The ledger of an origin, verified and at least as long as the one that the folder holds. */
interface FetchedLedger {
  readonly ledger: Ledger
  readonly validators: Validators
}

/**
 * Fetches the ledger of an origin: only what was appended to the one that the folder holds, since each line proves that it
 * continues the line before. Asks for the whole ledger if the origin has another one, to find out what is wrong. Fails
 * with `OriginLedgerBroken` and `OriginRewritten`.
 */
export const fetchLedger = Effect.fn("fetchLedger")(function* (session: Session, held: Ledger, known: Validators) {
  const bytes = new TextEncoder().encode(held.text)
  const file: WantedFile = { path: ledgerFile, key: "ledger", maxBytes: maxLedgerBytes, start: bytes.length, known }
  const first = yield* download(session, file)
  if (first._tag === "Unchanged") return { ledger: held, validators: known }
  if (first._tag === "Missing") return yield* missing(session, first.status)
  const judged = yield* judge(session, held, bytes, first)
  if (Result.isSuccess(judged)) return judged.success
  // A program that knows more events will find the same line.
  const isNewer = judged.failure._tag === "OriginLedgerBroken" && judged.failure.cause.problem._tag === "NewerVersion"
  if (first.start === 0 || isNewer) return yield* judged.failure
  const again = yield* downloadAgain(session, file)
  if (again._tag !== "Received") return yield* missing(session, again.status)
  return yield* Effect.flatMap(judge(session, held, bytes, again), Effect.fromResult)
})

const judge = Effect.fnUntraced(function* (session: Session, held: Ledger, bytes: Uint8Array, file: ReceivedFile) {
  const fs = yield* FileSystem.FileSystem
  const read = yield* fs.readFile(file.path)
  const isAppended = file.start > 0 && file.start === bytes.length
  const offered = isAppended ? Buffer.concat([bytes, read]) : read
  const address = addressOf(session.origin, ledgerFile)
  return Result.map(continueLedger(held, bytes, offered, address), (ledger): FetchedLedger => ({
    ledger,
    validators: file.validators
  }))
})

/** Verifies the ledger of an origin as a continuation of the one that the folder holds. */
const continueLedger = (
  held: Ledger,
  heldBytes: Uint8Array,
  offered: Uint8Array,
  address: string
): Result.Result<Ledger, OriginLedgerBroken | OriginRewritten> => {
  const broken = (cause: ChainBroken) => new OriginLedgerBroken({ address, cause })
  if (offered.length === 0) return Result.fail(broken(emptyLedgerFile()))
  switch (compareLedgers(heldBytes, offered)) {
    case "same":
      return Result.succeed(held)
    case "longer":
      return Result.mapError(extendLedger(held, offered.subarray(heldBytes.length)), broken)
    case "shorter":
    case "other":
      return Result.flatMap(Result.mapError(parseLedger(offered), broken), ({ head, text }) =>
        Result.fail(
          new OriginRewritten({
            address,
            held: held.head.sequence,
            offered: held.text.startsWith(text) ? head.sequence : undefined
          })
        )
      )
  }
}

const missing = ({ origin }: Session, status: number) =>
  new OriginRefused({ address: addressOf(origin, ledgerFile), refusal: { _tag: "Status", status } })

/** Enough for decades of releases. Half of the longest text that JavaScript can hold. */
const maxLedgerBytes = 268_435_456

/** What the ledger of an origin is, compared with the one that a folder holds. */
type LedgerRelation =
  | "same"
  /** The origin has more events. */
  | "longer"
  /** The origin has fewer events, and the folder began with them. */
  | "shorter"
  /** Neither begins with the other. */
  | "other"

export const compareLedgers = (held: Uint8Array, offered: Uint8Array): LedgerRelation => {
  const common = Math.min(held.length, offered.length)
  if (Buffer.compare(held.subarray(0, common), offered.subarray(0, common)) !== 0) return "other"
  if (held.length === offered.length) return "same"
  return offered.length > held.length ? "longer" : "shorter"
}
