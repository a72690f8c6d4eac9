import { assert, describe, it } from "@effect/vitest"
import { formatChangeCounts, formatEnd, formatOrigin } from "../../../../../src/explorer/time/line/ReleaseText.ts"
import { makeEntry } from "../Releases.ts"

describe("formatOrigin", () => {
  it("names the base and the bump", () => {
    assert.strictEqual(formatOrigin(makeEntry("1.0.0")), "first release")
    assert.strictEqual(formatOrigin(makeEntry("1.1.0", { base: "1.0.0", bump: "minor" })), "minor release of 1.0.0")
    assert.strictEqual(formatOrigin(makeEntry("1.3.0", { base: "1.0.0" })), "made from 1.0.0")
  })
})

describe("formatChangeCounts", () => {
  it("counts kinds in words, removals first, and keeps kinds that it does not know", () => {
    const entry = makeEntry("2.0.0", {
      base: "1.0.0",
      changes: { "value-added": 1200, "from-the-future": 2, "value-removed": 1, "rule-added": 0 }
    })
    assert.deepStrictEqual(formatChangeCounts(entry), ["Value removed", "Values added: 1,200", "from-the-future: 2"])
  })

  it("counts only what a first release adds, since it changes nothing", () => {
    const entry = makeEntry("1.0.0", { changes: { "namespace-changed": 1, "title-changed": 1, "rule-added": 1 } })
    assert.deepStrictEqual(formatChangeCounts(entry), ["Conflict rule added"])
  })
})

describe("formatEnd", () => {
  it("tells an announced end of life from a past one, by the day", () => {
    const date = "2027-03-01T00:00:00Z"
    assert.strictEqual(formatEnd(date, "2027-02-28T23:59:59.000Z"), "ends on 1 March 2027")
    assert.strictEqual(formatEnd(date, "2027-03-01T00:00:00.000Z"), "ended on 1 March 2027")
  })
})
