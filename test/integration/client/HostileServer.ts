import { createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

/** What is written to a connection once a request has come over it; its number counts from 1. */
export type Answering = (socket: Socket, request: number) => void

/** A server on a free port that writes whatever bytes it is told to, and what it was sent. */
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
  /** Each request as it came. */
  readonly requests: ReadonlyArray<string>
  /** How many connections have ended. */
  readonly closed: () => number
}

/** A response with its length, on a connection that goes on. */
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
