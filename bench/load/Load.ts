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
  /** The latency of each request in milliseconds. */
  readonly latencies: ReadonlyArray<number>
  /** The utilization of this process. Near 1 it measures itself. */
  readonly busy: number
}

export interface Load {
  /** Sends requests on every connection, one after the other, for about this long. */
  readonly run: (millis: number) => Promise<Slice>
  readonly close: () => void
}

/**
 * A load generator with keep-alive connections and one request at a time on each. It reads only the status and the length
 * of a response, for two thirds of autocannon's CPU time, and it can pause, so that servers take turns.
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
      // Each read overwrites the last: bytes that were counted are not needed again.
      const buffer = Buffer.allocUnsafeSlow(262_144)
      const onBytes = makeResponseReader(target.status, buffer, () => {
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
              onBytes(length)
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
      socket.on("end", () => fail(new Error("The server closed a connection")))
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

/** Makes a reader that is called for each read into the buffer, and calls back at the end of each response. */
const makeResponseReader = (status: number, buffer: Buffer, onResponse: () => void) => {
  const statusLine = `HTTP/1.1 ${status} `
  let head = ""
  let bodyLeft = 0
  return (length: number): void => {
    if (bodyLeft > 0) {
      bodyLeft -= length
    } else {
      head += buffer.toString("latin1", 0, Math.min(length, maxHeaderBytes))
      const end = head.indexOf("\r\n\r\n")
      if (end === -1) return
      if (!head.startsWith(statusLine)) throw new Error(`Expected status ${status}: ${head.slice(0, end)}`)
      const contentLength = status === 304 ? "0" : contentLengthLine.exec(head)?.[1]
      if (contentLength === undefined) throw new Error(`Content-Length is missing: ${head.slice(0, end)}`)
      // The part of the header block that came before is shorter than the block, so its end is in this read.
      const before = head.length - Math.min(length, maxHeaderBytes)
      bodyLeft = Number(contentLength) - (length - (end + 4 - before))
      head = ""
    }
    if (bodyLeft < 0) throw new Error("The response is longer than its Content-Length")
    if (bodyLeft === 0) onResponse()
  }
}

const maxHeaderBytes = 4096
const contentLengthLine = /\r\ncontent-length: (\d+)\r/i
