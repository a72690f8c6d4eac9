import { constants } from "node:buffer"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ChainBroken } from "../../../../src/domain/ledger/ChainBroken.ts"
import { eventVersion, makeEventCodec } from "../../../../src/domain/ledger/EventCodec.ts"
import { genesis, seal } from "../../../../src/domain/ledger/HashChain.ts"
import { decodeLedger, makePrefix, readAppended } from "../../../../src/domain/ledger/LedgerPrefix.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"

describe("readAppended", () => {
  it("returns the events that were appended since the prefix", () => {
    assert.deepStrictEqual(
      read(prefix, bytesOf(one.line, two.line)),
      Result.succeed({ events: [{ _tag: "Noted", text: "zwei – two" }], hashes: [two.head.hash], head: two.head })
    )
  })

  it("returns no events for a ledger that has not grown", () => {
    assert.deepStrictEqual(read(prefix, bytesOf(one.line)), Result.succeed({ events: [], hashes: [], head: one.head }))
  })

  it("returns undefined for a ledger that has changed or shrunk", () => {
    assert.isUndefined(read(prefix, bytesOf(other.line, two.line)))
    assert.isUndefined(read(prefix, new Uint8Array()))
  })

  it("names the damaged line, counted from the beginning of the ledger", () => {
    const failureOf = (bytes: Uint8Array) => {
      const appended = read(prefix, bytes)
      return appended !== undefined && Result.isFailure(appended)
        ? [appended.failure.line, appended.failure.problem._tag]
        : []
    }
    const sound = bytesOf(one.line, two.line)
    assert.deepStrictEqual(failureOf(sound.subarray(0, -1)), [2, "Unterminated"])
    assert.deepStrictEqual(failureOf(sound.with(sound.indexOf(0xe2), 0xff)), [2, "NotUtf8"])
    assert.deepStrictEqual(failureOf(bytesOf(one.line, one.line)), [2, "WrongSequence"])
  })
})

describe("decodeLedger", () => {
  it("tells a text that is too long from bytes that are no text", () => {
    const problemOf = (bytes: Uint8Array) => Result.flip(decodeLedger(bytes, genesis))
    const tooLong = new Uint8Array(constants.MAX_STRING_LENGTH + 1)
    assert.deepStrictEqual(
      problemOf(tooLong),
      Result.succeed(new ChainBroken({ line: 1, problem: { _tag: "TooLong" } }))
    )
    const invalid = new Uint8Array([0xff])
    assert.deepStrictEqual(
      problemOf(invalid),
      Result.succeed(new ChainBroken({ line: 1, problem: { _tag: "NotUtf8" } }))
    )
  })
})

const Noted = Schema.TaggedStruct("Noted", { text: Schema.String })
const codec = makeEventCodec<typeof Noted.Type>({ Noted: [eventVersion(Noted)] })
const read = readAppended(sha256, codec)

const one = seal(sha256, codec, genesis, { _tag: "Noted", text: "one" })
const other = seal(sha256, codec, genesis, { _tag: "Noted", text: "ONE" })
const two = seal(sha256, codec, one.head, { _tag: "Noted", text: "zwei – two" })

const bytesOf = (...lines: ReadonlyArray<string>) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))

const prefix = makePrefix(sha256, bytesOf(one.line), one.head)
