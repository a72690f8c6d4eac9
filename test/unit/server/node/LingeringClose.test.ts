import { createServer } from "node:http"
import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { lingerAfterResponses, makeCloseLingering } from "../../../../src/server/node/LingeringClose.ts"

// Longer than a test may take.
const limits = { lingerMillis: 1_000_000, lingerIdleMillis: 1_000_000, maxLingerBytes: 10 }

/** A connection that has got these chunks since its last response. */
const connectionAfter = (...sizes: ReadonlyArray<number>) => {
  const socket = new PassThrough({ allowHalfOpen: true })
  const close = makeCloseLingering(limits)
  close(socket)
  for (const size of sizes) socket.emit("data", Buffer.alloc(size))
  return { socket, close }
}

describe("makeCloseLingering", () => {
  it.each([
    [[10], false],
    [[11], true],
    [[5, 5], false],
    [[5, 6], true],
    [[5, 5, 1], true]
  ] as const)("destroys a connection that sends more than it may: %j bytes, %s", (sizes, expected) => {
    const { socket } = connectionAfter(...sizes)
    assert.strictEqual(socket.destroyed, expected)
    socket.destroy()
  })

  it("lets a connection linger once, however often it is closed", () => {
    const { close, socket } = connectionAfter(5)
    close(socket)
    socket.emit("data", Buffer.alloc(5))
    assert.isFalse(socket.destroyed)
    assert.strictEqual(socket.listenerCount("data"), 1)
    socket.destroy()
  })

  it("ends the own side, and takes the bytes from the parser", () => {
    const socket = new PassThrough({ allowHalfOpen: true })
    let read = 0
    socket.on("data", () => read++)
    makeCloseLingering(limits)(socket)
    socket.emit("data", Buffer.alloc(1))
    assert.deepStrictEqual([socket.writableEnded, socket.destroyed, read], [true, false, 0])
    socket.destroy()
  })

  it.each(["end", "error"] as const)("destroys a connection at its event %s", (event) => {
    const { socket } = connectionAfter()
    socket.emit(event, new Error("failed"))
    assert.isTrue(socket.destroyed)
  })
})

describe("lingerAfterResponses", () => {
  it("closes each connection of a server that way after its last response", () => {
    const server = createServer()
    const closed: Array<unknown> = []
    lingerAfterResponses(server, (socket) => closed.push(socket))
    const socket = Object.assign(new PassThrough(), { destroySoon: () => assert.fail("Node destroyed it") })
    server.listeners("connection").at(-1)?.call(server, socket)
    socket.destroySoon()
    assert.deepStrictEqual(closed, [socket])
  })
})
