import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ClientAddresses } from "../clients/ClientAddress.ts"
import { makeConnectionTable, type LimitedConnection, type OnLimited } from "../clients/ConnectionTable.ts"
import type { ServerLimits } from "./ServerLimits.ts"
import { makeUnreadBodies } from "./UnreadBodies.ts"

/** The connections of a server and the responses that are in progress on them. */
export interface Connections {
  readonly open: () => number
  /** Requests without a response, or with a response that is not flushed. */
  readonly inFlight: () => number
  /**
   * Call for each request, before anything else. `false` if its connection is destroyed, so that nothing is to be done: it
   * may be the request that exceeded the limit of unanswered ones, or follow that one.
   */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => boolean
  /**
   * Call for each response that is decided later or not flushed at once. The connection of a client that takes longer
   * than the response timeout to read one is destroyed.
   */
  readonly trackResponse: (request: IncomingMessage, response: ServerResponse) => void
  /** Call for each response that is sent and not flushed at once, with its body. */
  readonly trackBody: (
    request: IncomingMessage,
    response: ServerResponse,
    body: string | Uint8Array | undefined
  ) => void
  /** The bytes of responses that clients have not read. Shared bodies count once. */
  readonly unreadBytes: () => number
  /** The response to the last request of a connection, unless it is closed. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined
  /** Closes all connections without a tracked response and without part of a request, except those that linger. */
  readonly closeIdle: () => void
  readonly destroyAll: () => void
}

/** Why a connection with responses in progress was destroyed: too many requests were unanswered, or too much unread. */
export type CutOffReason = "pipelined" | "unread"

export interface ConnectionsOptions {
  readonly addresses: ClientAddresses
  readonly limits: ServerLimits
  readonly onLimited: OnLimited
  readonly onCutOff: (reason: CutOffReason) => void
  /** Called for each request that arrives on a destroyed connection. */
  readonly onDropped: () => void
}

/** Follows and limits the connections of a server that does not listen yet. */
export const followConnections = (
  server: Server,
  { addresses, limits, onCutOff, onDropped, onLimited }: ConnectionsOptions
): Connections => {
  const states = new Map<Duplex, ConnectionState>()
  const table = makeConnectionTable<ConnectionState>(limits, onLimited)
  const cutOff = (socket: Duplex, reason: CutOffReason): void => {
    onCutOff(reason)
    // At the close, Node makes an error for each request that it has parsed, of which there may be thousands. Their stack
    // traces would take most of the time of an attack.
    const { stackTraceLimit } = Error
    socket.prependOnceListener("close", () => (Error.stackTraceLimit = 0))
    socket.once("close", () => (Error.stackTraceLimit = stackTraceLimit))
    socket.destroy()
  }
  const unread = makeUnreadBodies<ServerResponse>(limits.maxUnreadBytes, ({ req }) => cutOff(req.socket, "unread"))
  let uses = 0
  server.prependListener("connection", (socket: Socket) => {
    const peer = addresses.ofPeer(socket)
    const state: ConnectionState = {
      socket,
      network: peer?.network ?? "unknown",
      isTrustedProxy: peer?.isTrustedProxy === true,
      lastUse: uses++,
      isIdle: () => state.pending.size === 0,
      close: () => socket.destroy(),
      last: undefined,
      bytesRead: 0,
      queued: 0,
      pending: new Set(),
      timer: undefined
    }
    if (!table.admit(state)) return void socket.destroy()
    states.set(socket, state)
    socket.once("close", () => {
      table.remove(state)
      clearTimeout(state.timer)
      states.delete(socket)
      // The queued responses of a closed connection never emit `close`.
      for (const response of state.pending) unread.remove(response)
    })
  })

  const trackResponse = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = states.get(socket)
    if (state === undefined || state.pending.has(response)) return
    state.pending.add(response)
    state.timer ??= setTimeout(() => socket.destroy(), limits.responseTimeoutMillis)
    response.once("close", () => {
      state.pending.delete(response)
      unread.remove(response)
      if (state.pending.size > 0) return void state.timer?.refresh()
      clearTimeout(state.timer)
      state.timer = undefined
    })
  }

  const admit = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const state = states.get(socket)
    if (state === undefined || socket.destroyed) {
      onDropped()
      return false
    }
    state.last = response
    state.lastUse = uses++
    state.bytesRead = socket.bytesRead
    // Node gives a response its socket when all earlier ones are sent. Nearly all have it from the beginning.
    if (response.socket !== null) return true
    state.queued++
    if (state.queued >= limits.maxUnansweredRequests) {
      cutOff(socket, "pipelined")
      return false
    }
    response.once("close", () => state.queued--)
    trackResponse(request, response)
    return true
  }

  return {
    open: () => states.size,
    inFlight: () => states.values().reduce((sum, { pending }) => sum + pending.size, 0),
    admit,
    trackResponse,
    trackBody: ({ socket }, response, body) => {
      if (!socket.destroyed) unread.add(response, body)
    },
    unreadBytes: unread.bytes,
    lastResponse: (socket) => {
      const last = states.get(socket)?.last
      return last?.closed === true ? undefined : last
    },
    closeIdle: () => {
      for (const { bytesRead, isIdle, socket } of states.values()) {
        // Bytes that came after the last request are part of the next one. What lingers is closed by its own limits, since
        // a reset would overtake the response if the client is still sending.
        if (isIdle() && socket.bytesRead === bytesRead && !socket.writableEnded) socket.destroy()
      }
    },
    destroyAll: () => {
      for (const socket of states.keys()) socket.destroy()
    }
  }
}

interface ConnectionState extends LimitedConnection {
  readonly socket: Socket
  lastUse: number
  /** The response to the last request. */
  last: ServerResponse | undefined
  /** The bytes that had been read of the connection when the last request was complete. */
  bytesRead: number
  /** Responses that wait for the one before them. */
  queued: number
  /** Responses that are not closed, apart from those that were flushed at once. */
  readonly pending: Set<ServerResponse>
  /** Destroys the connection when the response timeout has passed. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** True if an ended response has been passed to the operating system as a whole. */
export const isFlushed = ({ socket }: ServerResponse): boolean => socket !== null && socket.writableLength === 0
