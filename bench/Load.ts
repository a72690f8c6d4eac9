import { connect, type Socket } from "node:net"
import { performance } from "node:perf_hooks"

export interface Target {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

export interface Slice {
  readonly requests: number
  readonly seconds: number
  /** Of each request, in milliseconds. */
  readonly latencies: ReadonlyArray<number>
  /** How much of the time this process had something to do: near 1, it measures itself. */
  readonly busy: number
}

export interface Load {
  /** Sends one request after the other on every connection, for about so long. */
  readonly run: (millis: number) => Promise<Slice>
  readonly close: () => void
}

/**
 * A load on kept connections, one request at a time on each. It asks no more of a response than its status and where
 * it ends, at about two thirds of what autocannon takes, and it can be halted and go on, so that servers take turns.
 */
export const openLoad = async (target: Target, connections: number): Promise<Load> => {
  const bytes = requestBytes(target)
  const latencies: Array<number> = []
  let until = 0
  let pending = 0
  let ended: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined

  const open = () =>
    new Promise<Connection>((resolve, reject) => {
      let sent = 0
      // Read into one place: what has been counted is not looked at again.
      const buffer = Buffer.allocUnsafeSlow(262_144)
      const received = responseReader(target.status, buffer, () => {
        const now = performance.now()
        latencies.push(now - sent)
        if (now < until) next()
        else if (--pending === 0) ended?.resolve()
      })
      const fail = (error: Error) => {
        reject(error)
        ended?.reject(error)
      }
      const socket = connect({
        host: "127.0.0.1",
        port: target.port,
        noDelay: true,
        onread: {
          buffer,
          callback: (length) => {
            try {
              received(length)
            } catch (error) {
              fail(error instanceof Error ? error : new Error(String(error)))
            }
            return true
          }
        }
      })
      const next = () => {
        sent = performance.now()
        socket.write(bytes)
      }
      socket.on("connect", () => resolve({ socket, next }))
      socket.on("error", fail)
      socket.on("end", () => fail(new Error("A server closed a connection")))
    })
  const opened = await Promise.all(Array.from({ length: connections }, open))

  return {
    run: async (millis) => {
      latencies.length = 0
      const used = performance.eventLoopUtilization()
      const started = performance.now()
      until = started + millis
      pending = connections
      await new Promise<void>((resolve, reject) => {
        ended = { resolve, reject }
        for (const { next } of opened) next()
      })
      return {
        requests: latencies.length,
        seconds: (performance.now() - started) / 1000,
        latencies: [...latencies],
        busy: performance.eventLoopUtilization(used).utilization
      }
    },
    close: () => {
      ended = undefined
      for (const { socket } of opened) socket.destroy()
    }
  }
}

interface Connection {
  readonly socket: Socket
  readonly next: () => void
}

const requestBytes = ({ headers, path, port }: Target): Buffer => {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`)
}

/** Takes what a connection receives in the buffer, and tells of the end of each response. */
const responseReader = (status: number, buffer: Buffer, onResponse: () => void) => {
  const statusLine = `HTTP/1.1 ${status} `
  let head = ""
  let bodyLeft = 0
  return (length: number): void => {
    if (bodyLeft > 0) {
      bodyLeft -= length
    } else {
      head += buffer.toString("latin1", 0, Math.min(length, longestHead))
      const end = head.indexOf("\r\n\r\n")
      if (end === -1) return
      if (!head.startsWith(statusLine)) throw new Error(`Not ${status}: ${head.slice(0, end)}`)
      const announced = status === 304 ? "0" : contentLength.exec(head)?.[1]
      if (announced === undefined) throw new Error(`No length: ${head.slice(0, end)}`)
      // What of the head came before is shorter than the head, so the rest is in this piece.
      const before = head.length - Math.min(length, longestHead)
      bodyLeft = Number(announced) - (length - (end + 4 - before))
      head = ""
    }
    if (bodyLeft < 0) throw new Error("More came than was announced")
    if (bodyLeft === 0) onResponse()
  }
}

const longestHead = 4096
const contentLength = /\r\ncontent-length: (\d+)\r/i
