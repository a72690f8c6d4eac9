import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

/** Stands between a client and the server that a URL names, and fails the client in the ways that networks do. */
export const proxyTo = Effect.fnUntraced(function* (serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  /** Connections from before this are silent for good. */
  let passingSince = 0
  let opened = 0
  let state: "passing" | "silent" | "refusing" = "passing"
  const server = createServer((client) => {
    if (state === "refusing") return void client.resetAndDestroy()
    const number = opened++
    const upstream = connect(Number(port === "" ? "5432" : port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(from)
      from.on("data", (chunk) => {
        if (state === "passing" && number >= passingSince) to.write(chunk)
      })
      from.on("error", () => to.destroy())
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  const address = server.address()
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const during =
    (outage: "silent" | "refusing") =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          state = outage
          if (outage === "refusing") for (const socket of sockets) socket.destroy()
        }),
        () => effect,
        () =>
          Effect.sync(() => {
            state = "passing"
          })
      )
  return {
    url: url.href,
    /** From now on what is sent on the connections there are is lost, while new ones are as they should be. */
    blackHole: () => {
      passingSince = opened
    },
    /** What was sent is lost and nothing answers, while connections stay. */
    silent: during("silent"),
    /** Connections are cut, and new ones too. */
    refusing: during("refusing")
  }
})
