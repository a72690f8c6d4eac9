import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { genesis, open, seal, type ChainBroken } from "../../../../src/domain/ledger/HashChain.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { whole } from "../../../support/arbitrary/pick.ts"

describe("HashChain", () => {
  it.prop("gives back the events that were sealed, and where the chain ends", [histories], ([events]) => {
    const { head, text } = ledgerOf(events)
    assert.deepStrictEqual(openLedger(text), Result.succeed({ events, head }))
  })

  it.prop(
    "refuses any byte that was altered",
    [histories, whole(0, 1e6), whole(1, 255)],
    ([events, place, mask]) => {
      const { text } = ledgerOf([{ _tag: "Said", text: "the first" }, ...events])
      const bytes = new TextEncoder().encode(text)
      const index = place % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ mask
      const opened = openLedger(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))
      assert.isTrue(Result.isFailure(opened))
    },
    { arbitrary: { runs: 300 } }
  )

  it("refuses every byte of every line, each in all of its bits", () => {
    const { text } = ledgerOf([
      { _tag: "Said", text: "one" },
      { _tag: "Said", text: "two" }
    ])
    const bytes = new TextEncoder().encode(text)
    for (const [index, byte] of bytes.entries()) {
      for (let bit = 0; bit < 8; bit++) {
        const altered = bytes.with(index, byte ^ (1 << bit))
        assert.isTrue(Result.isFailure(openLedger(new TextDecoder().decode(altered))), `byte ${index}, bit ${bit}`)
      }
    }
  })

  it.prop(
    "refuses lines that were taken out, put in twice, or exchanged",
    [histories, whole(0, 1e6)],
    ([more, place]) => {
      const { text } = ledgerOf([{ _tag: "Said", text: "first" }, { _tag: "Said", text: "second" }, ...more])
      const lines = text.split("\n").slice(0, -1)
      const index = place % (lines.length - 1)
      const [here = "", after = ""] = lines.slice(index, index + 2)
      for (const altered of [
        lines.toSpliced(index, 1),
        lines.toSpliced(index, 0, here),
        lines.toSpliced(index, 2, after, here)
      ]) {
        assert.strictEqual(ruleOf(openLedger(`${altered.join("\n")}\n`)), "ledger/broken-chain")
      }
    }
  )

  it("refuses a last line that was cut short", () => {
    const { text } = ledgerOf([
      { _tag: "Said", text: "one" },
      { _tag: "Said", text: "two" }
    ])
    assert.strictEqual(ruleOf(openLedger(text.slice(0, -1))), "ledger/torn")
    assert.strictEqual(ruleOf(openLedger(text.slice(0, -20))), "ledger/torn")
  })

  it("refuses a line that means the same in another form", () => {
    const { text } = ledgerOf([{ _tag: "Said", text: "one" }])
    assert.strictEqual(ruleOf(openLedger(text.replace(`{"data"`, `{ "data"`))), "ledger/broken-chain")
    assert.strictEqual(ruleOf(openLedger(text.replace("\n", "\r\n"))), "ledger/broken-chain")
    assert.strictEqual(ruleOf(openLedger(`\uFEFF${text}`)), "ledger/broken-chain")
  })

  it("gives back an event that quotes a hash", () => {
    const { head, text } = ledgerOf([{ _tag: "Said", text: "one" }])
    const quoting = [
      { _tag: "Said", text },
      { _tag: "Said", text: `"hash":"${head.hash}",` }
    ] as const
    assert.deepStrictEqual(
      Result.map(openLedger(ledgerOf(quoting).text), ({ events }) => events),
      Result.succeed(quoting)
    )
  })

  it("says of an event of an unknown type that a newer version wrote it", () => {
    const { line } = seal(sha256, genesis, { _tag: "Sung" })
    assert.strictEqual(ruleOf(openLedger(`${line}\n`)), "ledger/newer-version")
  })

  it("says of an event in a newer form that a newer version wrote it", () => {
    const link = { sequence: 1, type: "Said", schema: 2, previous: genesis.hash, data: { text: "one" } }
    const line = canonicalJson({ ...link, hash: `sha256:${sha256(canonicalJson(link))}` })
    assert.strictEqual(ruleOf(openLedger(`${line}\n`)), "ledger/newer-version")
  })

  it("says of an event without what it needs that it cannot be read", () => {
    const { line } = seal(sha256, genesis, { _tag: "Said" })
    assert.strictEqual(ruleOf(openLedger(`${line}\n`)), "ledger/unreadable-event")
  })
})

const Said = Schema.TaggedStruct("Said", { text: Schema.String })

const histories: Arbitrary.Arbitrary<ReadonlyArray<typeof Said.Type>> = Arbitrary.array(
  Arbitrary.schema(Said).pipe(Arbitrary.filter(({ text }) => text.isWellFormed())),
  { maxLength: 5 }
)

const ledgerOf = (events: ReadonlyArray<typeof Said.Type>) => {
  let head = genesis
  let text = ""
  for (const event of events) {
    const sealed = seal(sha256, head, event)
    head = sealed.head
    text += `${sealed.line}\n`
  }
  return { head, text }
}

const openLedger = open(sha256, Schema.decodeUnknownResult(Said, { onExcessProperty: "error" }), new Set(["Said"]))

const ruleOf = (opened: Result.Result<unknown, ChainBroken>): string | undefined =>
  Result.isFailure(opened) ? opened.failure.rule : undefined
