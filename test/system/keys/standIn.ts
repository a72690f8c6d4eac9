import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

export interface StandIn {
  /** The URL of the server with the address of its stand-in. */
  readonly url: string
  readonly sockets: ReadonlySet<Socket>
}

/** Listens in place of the PostgreSQL server in a URL until the scope closes. Each client can be connected to the server. */
export const standInFor = Effect.fnUntraced(function* (
  serverUrl: string,
  onConnection: (client: Socket, toServer: () => Socket) => void
) {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const followed = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on("close", () => sockets.delete(socket))
  }
  const server = createServer((client) =>
    onConnection(followed(client), () => followed(connect(Number(port === "" ? "5432" : port), hostname)))
  )
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
  return { url: url.href, sockets } satisfies StandIn
})
