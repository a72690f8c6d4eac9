import { assert, describe, it } from "@effect/vitest"
import { makeUnreadBodies } from "../../../../src/server/node/UnreadBodies.ts"

describe("makeUnreadBodies", () => {
  it("counts a body once that several connections have in progress", () => {
    const unread = makeUnreadBodies<string>(10, () => undefined)
    const body = new Uint8Array(6)
    unread.add("a", body)
    unread.add("b", body)
    assert.strictEqual(unread.bytes(), 6)
    unread.remove("a")
    assert.strictEqual(unread.bytes(), 6)
    unread.remove("b")
    assert.strictEqual(unread.bytes(), 0)
  })

  it("evicts the oldest until the rest fits", () => {
    const evicted: Array<string> = []
    const unread = makeUnreadBodies<string>(10, (connection) => evicted.push(connection))
    unread.add("a", new Uint8Array(6))
    unread.add("b", "four")
    unread.add("a", new Uint8Array(5))
    assert.deepStrictEqual(evicted, [])
    unread.add("c", new Uint8Array(4))
    assert.deepStrictEqual(evicted, ["b"])
    assert.strictEqual(unread.bytes(), 9)
  })

  it("keeps nothing of a response without a body", () => {
    const unread = makeUnreadBodies<string>(10, () => undefined)
    unread.add("a", "body")
    unread.add("a", undefined)
    assert.strictEqual(unread.bytes(), 0)
  })
})
