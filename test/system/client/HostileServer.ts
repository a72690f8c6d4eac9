import { createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

/** Writes to a connection after it received a request, numbered from 1. */
export type Answering = (socket: Socket, request: number) => void

/** Starts a server on a free port that writes arbitrary bytes and records its requests. */
export const hostileServer = (answering: Answering) =>
  Effect.acquireRelease(
    Effect.callback<HostileServer & { readonly close: Effect.Effect<void> }>((resume) => {
      const requests: Array<string> = []
      const sockets = new Set<Socket>()
      let closed = 0
      const server = createServer((socket) => {
        let received = ""
        sockets.add(socket)
        socket.setEncoding("latin1")
        socket.on("error", () => undefined)
        socket.on("close", () => {
          closed += 1
          sockets.delete(socket)
        })
        socket.on("data", (chunk: string) => {
          received += chunk
          if (!received.endsWith("\r\n\r\n")) return
          requests.push(received)
          received = ""
          answering(socket, requests.length)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || typeof address === "string" ? 0 : address.port
        const close = Effect.callback<void>((resume) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => resume(Effect.void))
        })
        resume(Effect.succeed({ port, requests, closed: () => closed, close }))
      })
    }),
    ({ close }) => close
  ).pipe(Effect.map(({ closed, port, requests }): HostileServer => ({ closed, port, requests })))

export interface HostileServer {
  readonly port: number
  /** The raw requests. */
  readonly requests: ReadonlyArray<string>
  /** The number of closed connections. */
  readonly closed: () => number
}

/** Formats a response with Content-Length, on a kept-alive connection. */
export const response = (
  status: string,
  body: string,
  headers: Readonly<Record<string, string>> = { "Content-Type": "application/json" }
): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body
  ].join("\r\n")
