import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * Finds a free port for a server that is started again at its address. Systems give the ports from 32,768 on to sockets
 * that ask for any, so that one of those may be taken before the server is back.
 */
export const findFixedPort = async (): Promise<string> => {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    if (await isFree(port)) return String(port)
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
  } catch {
    return false
  }
  await once(server.close(), "close")
  return true
}
