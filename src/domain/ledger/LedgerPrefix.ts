import * as Result from "effect/Result"
import { ChainBroken } from "./ChainBroken.ts"
import type { Event, EventCodec } from "./EventCodec.ts"
import { verifyChain, type Chain, type Head, type Sha256 } from "./HashChain.ts"

/** Identifies the bytes of a ledger that was verified, so that only what is appended to them must be read. */
export interface LedgerPrefix {
  readonly head: Head
  /** The number of bytes up to the head. */
  readonly bytes: number
  /** The digest of those bytes. */
  readonly digest: string
}

export const makePrefix = (sha256: Sha256, bytes: Uint8Array, head: Head): LedgerPrefix => ({
  head,
  bytes: bytes.length,
  digest: sha256(bytes)
})

/**
 * Reads the lines that a ledger has gained since a prefix was read. Returns `undefined` if the bytes before them have
 * changed: then the whole ledger must be read.
 */
export const readAppended =
  <E extends Event>(sha256: Sha256, codec: EventCodec<E>) =>
  (prefix: LedgerPrefix, bytes: Uint8Array): Result.Result<Chain<E>, ChainBroken> | undefined => {
    if (sha256(bytes.subarray(0, prefix.bytes)) !== prefix.digest) return undefined
    return Result.flatMap(decodeLedger(bytes.subarray(prefix.bytes), prefix.head), (text) =>
      verifyChain(sha256, codec)(text, prefix.head)
    )
  }

/** Decodes the bytes of a ledger that follow a head. */
export const decodeLedger = (bytes: Uint8Array, { sequence }: Head): Result.Result<string, ChainBroken> => {
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    // Of bytes that are not UTF-8 it is a `TypeError` (WHATWG Encoding). Otherwise the text is longer than the engine permits.
    const _tag = error instanceof TypeError ? "NotUtf8" : "TooLong"
    return Result.fail(new ChainBroken({ line: sequence + 1, problem: { _tag } }))
  }
}
