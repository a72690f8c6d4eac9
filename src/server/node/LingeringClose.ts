import type { Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ServerLimits } from "./ServerLimits.ts"

/** Closes a connection after its last response in a way that lets the response arrive. */
export type CloseLingering = (socket: Duplex) => void

type LingerLimits = Pick<ServerLimits, "lingerMillis" | "lingerIdleMillis" | "maxLingerBytes">

/**
 * Makes the function that closes a connection in two steps (RFC 9112, 9.6): it ends its own side, then discards what the
 * client still sends, without parsing it, until the client ends its side or a limit is reached. An operating system that
 * closes a connection with unread bytes resets it, and the reset can overtake the response.
 */
export const makeCloseLingering = ({
  lingerIdleMillis,
  lingerMillis,
  maxLingerBytes
}: LingerLimits): CloseLingering => {
  const lingering = new WeakSet<Duplex>()
  return (socket) => {
    if (socket.destroyed || lingering.has(socket)) return
    lingering.add(socket)
    const destroy = () => socket.destroy()
    if (socket.readableEnded) {
      if (socket.writableFinished) return void destroy()
      socket.once("finish", destroy)
    }
    const deadline = setTimeout(destroy, lingerMillis)
    const idle = setTimeout(destroy, lingerIdleMillis)
    socket.once("close", () => {
      clearTimeout(deadline)
      clearTimeout(idle)
    })
    let discarded = 0
    // This one is of Node's parser.
    socket.removeAllListeners("data")
    socket.on("error", destroy)
    socket.on("end", destroy)
    // Adding this listener also takes the connection from the parser where it reads without the stream.
    socket.on("data", ({ length }: Buffer) => {
      discarded += length
      if (discarded > maxLingerBytes) return void destroy()
      idle.refresh()
    })
    if (!socket.writableEnded) socket.end()
    socket.resume()
  }
}

/** Makes the connections of a server linger after a response with `Connection: close`. */
export const lingerAfterResponses = (server: Server, closeLingering: CloseLingering): void => {
  server.on("connection", (socket: Socket) => {
    // Node calls this after the last response, and otherwise destroys the connection as soon as it is flushed.
    socket.destroySoon = () => closeLingering(socket)
  })
}
