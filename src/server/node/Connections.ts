import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ServerMetrics } from "../observability/Metrics.ts"
import { clientNetwork, isFromProxy } from "./ClientAddress.ts"
import type { ServerLimits } from "./ServerLimits.ts"

/** The connections of a server and the requests that are unanswered on them. */
export type Connections = ReturnType<typeof followConnections>

export interface ConnectionsOptions {
  readonly proxies: Parameters<typeof isFromProxy>[1]
  readonly limits: Pick<ServerLimits, "maxConnectionsPerAddress" | "maxUnansweredRequests">
  readonly metrics: Pick<ServerMetrics, "connectionRefused" | "connectionCutOff" | "requestDropped">
}

/** Counts and limits the connections of a server that does not listen yet: by the network of the client, and unanswered requests. */
export const followConnections = (server: Server, { limits, metrics, proxies }: ConnectionsOptions) => {
  const byNetwork = new Map<string, number>()
  const unanswered = new Map<Duplex, number>()

  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket
    const isCounted = remoteAddress !== undefined && !isFromProxy(socket, proxies)
    const network = isCounted ? clientNetwork(remoteAddress) : undefined
    unanswered.set(socket, 0)
    const count = network === undefined ? 0 : addTo(byNetwork, network, 1)
    socket.once("close", () => {
      unanswered.delete(socket)
      if (network !== undefined) addTo(byNetwork, network, -1)
    })
    if (limits.maxConnectionsPerAddress === 0 || count <= limits.maxConnectionsPerAddress) return
    metrics.connectionRefused.address()
    socket.destroy()
  })
  // Node refuses connections above `maxConnections` itself.
  server.on("drop", metrics.connectionRefused.total)

  /**
   * Call for each request, before anything else. `false` if its connection is destroyed, so that nothing is to be done: it
   * may be the request that exceeded the limit of unanswered ones, or follow that one.
   */
  const admit = ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const before = unanswered.get(socket)
    if (before === undefined || socket.destroyed) {
      metrics.requestDropped()
      return false
    }
    unanswered.set(socket, before + 1)
    if (before >= limits.maxUnansweredRequests) {
      metrics.connectionCutOff()
      destroyQuietly(socket)
      return false
    }
    response.on("close", () => {
      const count = unanswered.get(socket)
      if (count !== undefined) unanswered.set(socket, count - 1)
    })
    return true
  }

  return {
    open: () => unanswered.size,
    /** Requests whose response is not sent. */
    inFlight: () => unanswered.values().reduce((sum, count) => sum + count, 0),
    /** The same of one connection. */
    unanswered: (socket: Duplex) => unanswered.get(socket) ?? 0,
    /** Closes connections that were opened ahead of need: Node does not take them for idle before their first request. */
    closeUnused: () => {
      for (const socket of unanswered.keys()) {
        if ("bytesRead" in socket && socket.bytesRead === 0) socket.destroy()
      }
    },
    admit
  }
}

const addTo = (counts: Map<string, number>, name: string, change: number): number => {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
  return count
}

/**
 * Destroys a connection on which thousands of requests may have been parsed. At the close, Node makes an error for each of
 * them, whose stack traces would take most of the time of an attack.
 */
const destroyQuietly = (socket: Socket): void => {
  const { stackTraceLimit } = Error
  socket.prependOnceListener("close", () => (Error.stackTraceLimit = 0))
  socket.once("close", () => (Error.stackTraceLimit = stackTraceLimit))
  socket.destroy()
}

export interface DrainTimes {
  /** How long load balancers have to see the failing health check. Default: 0. */
  readonly delay?: Duration.Input
  /** After the delay, how long clients of open connections have for one more request. Default: 500 ms. */
  readonly grace?: Duration.Input
  /** After the grace, how long until every open connection is destroyed. Default: 10 s. */
  readonly patience?: Duration.Input
}

/**
 * Shuts a server down without failing a client. Connections are accepted for `delay` and `grace`, while every response
 * says `Connection: close`. Then Node accepts no more, closes idle and unused connections, and finishes the responses in progress.
 * What is left after `patience`, such as half a request or a client that does not read, is destroyed.
 */
export const drain = Effect.fnUntraced(function* (
  server: Server,
  { closeUnused }: Pick<Connections, "closeUnused">,
  { delay = 0, grace = "500 millis", patience = "10 seconds" }: DrainTimes = {}
) {
  yield* Effect.sleep(delay)
  yield* Effect.sleep(grace)
  // A busy server notices late that the grace is over, and may not have accepted or read yet what came within it. Node accepts
  // one connection in each turn of its loop.
  let accepted = 0
  server.on("connection", () => (accepted += 1))
  yield* Effect.suspend(() => {
    const before = accepted
    return Effect.callback<boolean>((resume) => {
      setImmediate(() =>
        setImmediate(() => resume(Effect.sync(() => accepted > before && accepted < maxLateConnections)))
      )
    })
  }).pipe(Effect.repeat({ while: (isLate) => isLate }))
  const closed = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    closeUnused()
  })
  // This runs in an uninterruptible region, but the timeout must be able to end the wait.
  yield* Effect.interruptible(Effect.timeoutOption(Effect.interruptible(closed), patience))
  server.closeAllConnections()
})

/** Others may follow without end. A queue of the system holds so many. */
const maxLateConnections = 511
