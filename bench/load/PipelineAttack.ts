import { connect, type Socket } from "node:net"

export interface Attack {
  readonly connections: number
  /** Requests on each connection, all sent at once. */
  readonly requests: number
}

/** Sends requests without reading a byte of what comes back. Returns what ends the attack. */
export const attack = async (port: number, path: string, { connections, requests }: Attack): Promise<() => void> => {
  const pipelined = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(requests))
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1")
    socket.pause()
    socket.on("error", () => undefined)
    socket.write(pipelined)
    // Not `events.once`, which rejects if the connection fails: a server may die while others still connect.
    await new Promise<void>((resolve) => void socket.once("connect", () => resolve()).once("close", () => resolve()))
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: connections }, open))
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
