import { assert, describe, it } from "@effect/vitest"
import { makeMemoryBudget } from "../../../../src/server/node/MemoryBudget.ts"

describe("makeMemoryBudget", () => {
  it("evicts who has made no progress for the longest, until the rest fits", () => {
    const evicted: Array<string> = []
    const budget = makeMemoryBudget<string>(10, (holder) => evicted.push(holder))
    budget.add("a", 4)
    budget.add("b", 4)
    budget.release("a", 1)
    budget.add("c", 3)
    assert.deepStrictEqual(evicted, [])
    assert.strictEqual(budget.bytes(), 10)
    budget.add("c", 2)
    assert.deepStrictEqual(evicted, ["b"])
    budget.add("d", 11)
    assert.deepStrictEqual(evicted, ["b", "a", "c", "d"])
    assert.strictEqual(budget.bytes(), 0)
  })

  it("takes from a holder no more than it has", () => {
    const budget = makeMemoryBudget<string>(10, () => undefined)
    budget.add("a", 4)
    budget.release("a", 5)
    budget.release("a")
    assert.strictEqual(budget.bytes(), 0)
  })
})
