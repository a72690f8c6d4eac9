import { assert, describe, it } from "@effect/vitest"
import { compareLedgers } from "../../../src/mirror/FetchLedger.ts"

describe("compareLedgers", () => {
  it("says which ledger continues the other", () => {
    const compare = (held: string, offered: string) => compareLedgers(Buffer.from(held), Buffer.from(offered))
    assert.strictEqual(compare("a\nb\n", "a\nb\n"), "same")
    assert.strictEqual(compare("a\n", "a\nb\n"), "longer")
    assert.strictEqual(compare("", "a\n"), "longer")
    assert.strictEqual(compare("a\nb\n", "a\n"), "shorter")
    assert.strictEqual(compare("a\nb\n", "a\nc\n"), "other")
    assert.strictEqual(compare("a\nb\n", "c\n"), "other")
  })
})
