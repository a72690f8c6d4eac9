import { assert, describe, it } from "@effect/vitest"
import { makeUnreadBodies } from "../../../../src/server/node/UnreadBodies.ts"

describe("makeUnreadBodies", () => {
  it("counts a body once that several responses have in progress", () => {
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
    const unread = makeUnreadBodies<string>(10, (response) => evicted.push(response))
    unread.add("a", new Uint8Array(6))
    unread.add("b", "four")
    assert.deepStrictEqual(evicted, [])
    unread.add("c", new Uint8Array(4))
    assert.deepStrictEqual(evicted, ["a"])
    assert.strictEqual(unread.bytes(), 8)
  })

  it("evicts no reader of a single body, however large it is", () => {
    const evicted: Array<string> = []
    const unread = makeUnreadBodies<string>(10, (response) => evicted.push(response))
    const body = new Uint8Array(11)
    unread.add("a", new Uint8Array(4))
    unread.add("b", body)
    unread.add("c", body)
    assert.deepStrictEqual(evicted, ["a"])
    unread.add("d", new Uint8Array(1))
    assert.deepStrictEqual(evicted, ["a", "b", "c"])
    assert.strictEqual(unread.bytes(), 1)
  })

  it("keeps nothing of a response without a body", () => {
    const unread = makeUnreadBodies<string>(10, () => undefined)
    unread.add("a", undefined)
    assert.strictEqual(unread.bytes(), 0)
  })
})
