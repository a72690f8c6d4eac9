import { assert, describe, it } from "@effect/vitest"
import { remember } from "../../../../src/explorer/data/Remember.ts"

describe("remember", () => {
  it("loads once, also for those who ask while it loads", async () => {
    let loads = 0
    const remembered = remember(async () => (loads += 1))
    assert.deepStrictEqual(await Promise.all([remembered.get(), remembered.get()]), [1, 1])
    assert.strictEqual(await remembered.get(), 1)
    remembered.forget()
    assert.strictEqual(await remembered.get(), 2)
  })

  it("loads again after a failure", async () => {
    let loads = 0
    const remembered = remember(async () => {
      loads += 1
      if (loads === 1) throw new Error("away")
      return loads
    })
    assert.strictEqual(await remembered.get().catch(() => "failed"), "failed")
    assert.strictEqual(await remembered.get(), 2)
  })

  it("keeps a newer result if an older load fails later", async () => {
    const first = Promise.withResolvers<number>()
    const loads = [first.promise, Promise.resolve(2), Promise.resolve(3)]
    const remembered = remember(() => loads.shift() ?? Promise.reject(new Error("too many")))
    const failed = remembered.get().catch(() => "failed")
    remembered.forget()
    assert.strictEqual(await remembered.get(), 2)
    first.reject(new Error("away"))
    assert.strictEqual(await failed, "failed")
    assert.strictEqual(await remembered.get(), 2)
  })
})
