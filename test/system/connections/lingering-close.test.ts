import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, it, type TestContext } from "vitest"
import { drain } from "../../../src/server/node/Drain.ts"
import { makeNodeServer } from "../../../src/server/node/NodeServer.ts"
import { defaultServerLimits, type ServerLimits } from "../../../src/server/node/ServerLimits.ts"

// Longer than a test may take, so what it shows must have another cause.
const patient = { lingerMillis: 1_000_000, lingerIdleMillis: 1_000_000 }

const listen = async ({ onTestFinished }: TestContext, own: Partial<ServerLimits> = {}) => {
  const clock = Effect.runSync(Clock.Clock)
  const { connections, server } = makeNodeServer({ clock, limits: { ...defaultServerLimits, ...patient, ...own } })
  let requests = 0
  server.on("request", (request: IncomingMessage, response) => {
    if (!connections.admit(request, response)) return
    requests++
    const { headers, method } = request
    const close = headers["content-length"] !== undefined
    response.writeHead(method === "POST" ? 405 : 200, close ? { Connection: "close" } : {})
    response.end("ok")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    connections.destroyAll()
    server.close()
  })
  const address = server.address()
  const port = address === null || typeof address === "string" ? 0 : address.port
  return { server, connections, requests: () => requests, port }
}

/** Writes everything before it reads anything, as http.client of Python does. */
const writeThenRead = async (port: number, bytes: Buffer): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject)
    socket.write(bytes, () => resolve())
  })
  let received = ""
  for await (const chunk of socket) received += String(chunk)
  return received
}

const upload = (method: string, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`),
    Buffer.alloc(bytes, "x")
  ])

describe("a connection after its last response", () => {
  it.for([
    ["POST", "405"],
    ["GET", "200"]
  ] as const)("lets the answer to a %s of 10 MB arrive", async ([method, status], context) => {
    const { expect } = context
    const { port } = await listen(context)
    for (let count = 0; count < 20; count++) {
      expect(await writeThenRead(port, upload(method, 10_000_000))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })

  it("has delivered all answers before the close, and parses nothing after it", async (context) => {
    const { expect } = context
    const { port, requests } = await listen(context)
    const get = "GET / HTTP/1.1\r\nHost: x\r\n"
    const sent = `${get}\r\n`.repeat(15) + `${get}Connection: close\r\n\r\n` + `${get}\r\n`.repeat(50_000)
    const received = await writeThenRead(port, Buffer.from(sent))
    expect([received.match(/HTTP\/1\.1 200/g)?.length, requests()]).toEqual([16, 16])
  })

  it("is cut off when it has sent too much", async (context) => {
    const { expect } = context
    const { port } = await listen(context, { maxLingerBytes: 1_000_000 })
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.resume()
    const closed = new Promise((resolve) => socket.once("close", resolve))
    socket.write(upload("POST", 1).subarray(0, -1))
    const chunk = Buffer.alloc(65_536)
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on("drain", send)
    send()
    await closed
    expect(socket.bytesWritten).toBeGreaterThan(1_000_000)
  })

  it("is closed at once if the client has closed its side", async (context) => {
    const { expect } = context
    const { connections, port } = await listen(context)
    const socket = connect(port, "127.0.0.1")
    socket.end(upload("POST", 10))
    let received = ""
    for await (const chunk of socket) received += String(chunk)
    expect(received).toMatch(/^HTTP\/1\.1 405 /)
    while (connections.open() > 0) await setTimeout(5)
  })

  it("is not closed as an idle one while the client is still sending", async (context) => {
    const { expect } = context
    const { connections, port, server } = await listen(context)
    const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve))
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const closed = once(socket, "close")
    socket.write(upload("POST", 100).subarray(0, -100))
    socket.resume()
    await once(socket, "end")
    const { bytesRead } = await accepted
    connections.closeIdle()
    socket.end("x".repeat(100))
    expect(await closed).toEqual([false])
    while (connections.open() > 0) await setTimeout(5)
    expect((await accepted).bytesRead).toBe(bytesRead + 100)
  })

  it("does not keep a drain from ending", async (context) => {
    const { expect } = context
    const { connections, port, server } = await listen(context)
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    socket.on("error", () => undefined)
    socket.write(upload("POST", 100).subarray(0, -50))
    socket.resume()
    await once(socket, "end")
    expect(connections.open()).toBe(1)
    await Effect.runPromise(drain(server, connections, { grace: 0, patience: "50 millis" }))
    while (connections.open() > 0) await setTimeout(5)
    socket.destroy()
  })
})
