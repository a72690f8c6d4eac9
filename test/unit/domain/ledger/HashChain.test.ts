import { constants } from "node:buffer"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { eventVersion, makeEventCodec } from "../../../../src/domain/ledger/EventCodec.ts"
import {
  ChainBroken,
  extendsChain,
  genesis,
  seal,
  verifyChain,
  decodeLedger,
  makePrefix,
  readAppended
} from "../../../../src/domain/ledger/HashChain.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { whole } from "../../../support/arbitrary/pick.ts"
import { sealUnknown } from "../../../support/domain/sealUnknown.ts"

describe("HashChain", () => {
  it.prop("returns the events that were sealed, their hashes, and the head of the chain", [histories], ([events]) => {
    const { hashes, head, text } = ledgerOf(events)
    assert.deepStrictEqual(verify(text), Result.succeed({ events, hashes, head }))
  })

  it.prop(
    "refuses any altered byte",
    [histories, whole(0, 1e6), whole(1, 255)],
    ([events, place, mask]) => {
      const { text } = ledgerOf([{ _tag: "Noted", text: "the first" }, ...events])
      const bytes = new TextEncoder().encode(text)
      const index = place % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ mask
      const verified = verify(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))
      assert.isTrue(Result.isFailure(verified))
    },
    { arbitrary: { runs: 300 } }
  )

  it("refuses every single flipped bit", () => {
    const { text } = ledgerOf([
      { _tag: "Noted", text: "one" },
      { _tag: "Noted", text: "two" }
    ])
    const bytes = new TextEncoder().encode(text)
    for (const [index, byte] of bytes.entries()) {
      for (let bit = 0; bit < 8; bit++) {
        const altered = bytes.with(index, byte ^ (1 << bit))
        assert.isTrue(Result.isFailure(verify(new TextDecoder().decode(altered))), `byte ${index}, bit ${bit}`)
      }
    }
  })

  it.prop("refuses lines that were removed, repeated or swapped", [histories, whole(0, 1e6)], ([more, place]) => {
    const { text } = ledgerOf([{ _tag: "Noted", text: "first" }, { _tag: "Noted", text: "second" }, ...more])
    const lines = text.split("\n").slice(0, -1)
    const index = place % (lines.length - 1)
    const [here = "", after = ""] = lines.slice(index, index + 2)
    for (const altered of [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, here),
      lines.toSpliced(index, 2, after, here)
    ]) {
      assert.strictEqual(ruleOf(verify(`${altered.join("\n")}\n`)), "ledger/broken-chain")
    }
  })

  it("refuses a truncated last line", () => {
    const { text } = ledgerOf([
      { _tag: "Noted", text: "one" },
      { _tag: "Noted", text: "two" }
    ])
    assert.strictEqual(ruleOf(verify(text.slice(0, -1))), "ledger/torn")
    assert.strictEqual(ruleOf(verify(text.slice(0, -20))), "ledger/torn")
  })

  it("refuses a line with the same value in another form", () => {
    const { text } = ledgerOf([{ _tag: "Noted", text: "one" }])
    assert.strictEqual(ruleOf(verify(text.replace(`{"data"`, `{ "data"`))), "ledger/broken-chain")
    assert.strictEqual(ruleOf(verify(text.replace("\n", "\r\n"))), "ledger/broken-chain")
    assert.strictEqual(ruleOf(verify(`\uFEFF${text}`)), "ledger/broken-chain")
  })

  it("reads an event that quotes a hash", () => {
    const { head, text } = ledgerOf([{ _tag: "Noted", text: "one" }])
    const quoting = [
      { _tag: "Noted", text },
      { _tag: "Noted", text: `"hash":"${head.hash}",` }
    ] as const
    assert.deepStrictEqual(
      Result.map(verify(ledgerOf(quoting).text), ({ events }) => events),
      Result.succeed(quoting)
    )
  })

  it("reports that a newer version wrote an event of an unknown type", () => {
    const { line } = sealUnknown(genesis, { _tag: "Sung" })
    assert.strictEqual(ruleOf(verify(`${line}\n`)), "ledger/newer-version")
  })

  it("reports that a newer version wrote an event of a newer schema", () => {
    const { line } = sealUnknown(genesis, { _tag: "Noted", text: "one" }, 2)
    assert.strictEqual(ruleOf(verify(`${line}\n`)), "ledger/newer-version")
  })

  it("refuses an event whose data its schema does not describe", () => {
    for (const schema of [0, 1]) {
      const { line } = sealUnknown(genesis, { _tag: "Noted" }, schema)
      assert.strictEqual(ruleOf(verify(`${line}\n`)), "ledger/unreadable-event")
    }
  })

  it.prop(
    "reads the lines after a head as the lines of the whole ledger",
    [histories, histories],
    ([before, after]) => {
      const start = ledgerOf(before)
      const whole = ledgerOf([...before, ...after])
      const rest = verify(whole.text.slice(start.text.length), start.head)
      assert.deepStrictEqual(
        rest,
        Result.succeed({ events: after, hashes: whole.hashes.slice(before.length), head: whole.head })
      )
    }
  )

  it("names the line of the whole ledger for a problem after a head", () => {
    const { head, text } = ledgerOf([{ _tag: "Noted", text: "one" }])
    const failure = Result.getOrThrow(Result.flip(verify(text, head)))
    assert.strictEqual(failure.message, "Line 2 of the ledger is damaged: its sequence number is 1, not 2")
  })

  it("finds a ledger that no longer contains the lines that were read before", () => {
    const notes = ["one", "two", "three"].map((text) => ({ _tag: "Noted", text }) as const)
    const before = ledgerOf(notes.slice(0, 2))
    assert.isTrue(Result.isSuccess(extendsChain(ledgerOf(notes).text, before.head)))
    assert.strictEqual(ruleOf(extendsChain(ledgerOf(notes.slice(0, 1)).text, before.head)), "ledger/torn")
    assert.strictEqual(ruleOf(extendsChain(ledgerOf(notes.toReversed()).text, before.head)), "ledger/broken-chain")
  })
})

const Noted = Schema.TaggedStruct("Noted", { text: Schema.String })
const codec = makeEventCodec<typeof Noted.Type>({ Noted: [eventVersion(Noted)] })

const histories: Arbitrary.Arbitrary<ReadonlyArray<typeof Noted.Type>> = Arbitrary.array(
  Arbitrary.schema(Noted).pipe(Arbitrary.filter(({ text }) => text.isWellFormed())),
  { maxLength: 5 }
)

const ledgerOf = (events: ReadonlyArray<typeof Noted.Type>) => {
  let head = genesis
  let text = ""
  const hashes: Array<string> = []
  for (const event of events) {
    const sealed = seal(sha256, codec, head, event)
    head = sealed.head
    hashes.push(head.hash)
    text += `${sealed.line}\n`
  }
  return { hashes, head, text }
}

const verify = verifyChain(sha256, codec)

const ruleOf = (verified: Result.Result<unknown, ChainBroken>): string | undefined =>
  Result.isFailure(verified) ? verified.failure.rule : undefined

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

const read = readAppended(sha256, codec)

const one = seal(sha256, codec, genesis, { _tag: "Noted", text: "one" })
const other = seal(sha256, codec, genesis, { _tag: "Noted", text: "ONE" })
const two = seal(sha256, codec, one.head, { _tag: "Noted", text: "zwei – two" })

const bytesOf = (...lines: ReadonlyArray<string>) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))

const prefix = makePrefix(sha256, bytesOf(one.line), one.head)
