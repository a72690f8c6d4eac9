import { isUtf8 } from "node:buffer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { continues, Link, seal, torn, type ChainBroken, type Head } from "../../domain/ledger/HashChain.ts"
import { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import { contradiction, evolve, type History } from "../../domain/release/ReleaseHistory.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { parseLedger, type Ledger } from "./Ledger.ts"

/** A ledger that was read, what it adds up to, and how to know its bytes again. */
export interface KnownLedger {
  readonly head: Head
  readonly history: History
  readonly bytes: number
  /** Of those bytes. */
  readonly digest: string
}

export const knownLedger = ({ head, history, text }: Ledger): KnownLedger => ({
  head,
  history,
  bytes: Buffer.byteLength(text),
  digest: sha256(text)
})

/**
 * Reads a ledger that was read before and has grown since. Fails where it is not sound, or no longer holds what it
 * did. What was known is not read again: a long history takes a tenth of a second, and requests wait meanwhile.
 */
export const grown = (known: KnownLedger, bytes: Uint8Array): Result.Result<KnownLedger, ChainBroken> => {
  if (bytes.length === 0) return Result.fail(torn)
  const more = extended(known, bytes)
  if (more !== undefined) return Result.succeed(more)
  // Something is unusual, so all of it is read, which tells what.
  return Result.flatMap(parseLedger(bytes), (ledger) =>
    Result.map(continues(ledger.text, known.head), () => knownLedger(ledger))
  )
}

/** Only what leaves no question: the same bytes as before, and behind them lines as the publisher writes them. */
const extended = (known: KnownLedger, bytes: Uint8Array): KnownLedger | undefined => {
  if (sha256(bytes.subarray(0, known.bytes)) !== known.digest) return undefined
  const added = Buffer.from(bytes.subarray(known.bytes))
  if (!isUtf8(added)) return undefined
  const lines = added.toString("utf8").split("\n")
  if (lines.pop() !== "") return undefined
  let { head, history } = known
  for (const line of lines) {
    const event = eventOf(head, line)
    if (event === undefined || contradiction(history, event.value) !== undefined) return undefined
    history = evolve(history, event.value)
    head = event.head
  }
  return { head, history, bytes: bytes.length, digest: sha256(bytes) }
}

/** The event of a line that is, character for character, what sealing its content after `head` gives. */
const eventOf = (head: Head, line: string): { readonly value: ReleaseEvent; readonly head: Head } | undefined => {
  const link = decodeLink(line)
  if (Result.isFailure(link)) return undefined
  const event = { ...link.success.data, _tag: link.success.type }
  const decoded = decodeEvent(event)
  const sealed = seal(sha256, head, event)
  return Result.isSuccess(decoded) && sealed.line === line ? { value: decoded.success, head: sealed.head } : undefined
}

const strict = { onExcessProperty: "error" } as const

const decodeLink = Schema.decodeUnknownResult(Schema.fromJsonString(Link), strict)

const decodeEvent = Schema.decodeUnknownResult(ReleaseEvent, strict)
