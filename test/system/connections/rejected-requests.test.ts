import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { connect } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { makeNodeServer } from "../../../src/server/node/NodeServer.ts"
import { defaultServerLimits } from "../../../src/server/node/ServerLimits.ts"
import { rawAnswers } from "../server/rawAnswers.ts"

describe("a malformed request behind a response in progress", () => {
  it("is answered once in its turn, and what follows it costs nothing until then", async ({
    expect,
    onTestFinished
  }) => {
    const reasons: Array<string> = []
    const { connections, server } = makeNodeServer({
      clock: Effect.runSync(Clock.Clock),
      limits: defaultServerLimits,
      onRejected: ({ reason }) => reasons.push(reason)
    })
    onTestFinished(() => {
      connections.destroyAll()
      server.close()
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const socket = connect(address === null || typeof address === "string" ? 0 : address.port, "127.0.0.1")
    socket.setNoDelay(true)
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\nWhat is this?\r\n\r\n")
    const requested = new Promise<ServerResponse>((resolve) =>
      server.once("request", (request: IncomingMessage, response) => {
        connections.admit(request, response)
        resolve(response)
      })
    )
    const failed = once(server, "clientError")
    const response = await requested
    await failed
    const listeners = response.listenerCount("close")
    for (let count = 0; count < 20; count++) {
      const again = once(server, "clientError")
      socket.write("x")
      await again
    }
    expect(response.listenerCount("close")).toBe(listeners)
    expect(reasons).toEqual([])

    response.writeHead(200, { "Content-Length": 2 }).end("ok")
    let received = ""
    for await (const chunk of socket) received += String(chunk)
    expect(rawAnswers(received).map(({ status }) => status)).toEqual([200, 400])
    expect(reasons).toEqual(["HPE_INVALID_METHOD"])
  })
})
