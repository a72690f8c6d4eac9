import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type { ClientAddresses } from "../clients/ClientAddress.ts"
import { makeConnectionTable, type LimitedConnection, type OnLimited } from "../clients/ConnectionTable.ts"
import type { ServerLimits } from "./ServerLimits.ts"

/** The connections of a server and the responses that are in progress on them. */
export interface Connections {
  readonly open: () => number
  /** Requests without a response, or with a response that is not flushed. */
  readonly inFlight: () => number
  /**
   * Call for each request. For a pipelined request, succeeds when the previous response is flushed: with `true` if the
   * request may be answered, with `false` if the connection closed first. `undefined` if the request may be answered at
   * once. Bounds memory for clients that pipeline without reading.
   */
  readonly awaitPipelineTurn: (request: IncomingMessage, response: ServerResponse) => Effect.Effect<boolean> | undefined
  /**
   * Call for each response that is decided later or not flushed at once. The connection of a client that takes longer
   * than the response timeout to read one is destroyed.
   */
  readonly trackResponse: (request: IncomingMessage, response: ServerResponse) => void
  /** The number of tracked responses on the connection of a request. */
  readonly pendingResponses: (request: IncomingMessage) => number
  /** The response to the last request of a connection, unless it is closed. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined
  /** Closes all connections without a tracked response and without part of a request. */
  readonly closeIdle: () => void
}

export interface ConnectionsOptions {
  readonly addresses: ClientAddresses
  readonly limits: ServerLimits
  readonly onLimited: OnLimited
}

/** Follows and limits the connections of a server that does not listen yet. */
export const followConnections = (
  server: Server,
  { addresses, limits, onLimited }: ConnectionsOptions
): Connections => {
  const states = new Map<Duplex, ConnectionState>()
  const table = makeConnectionTable<ConnectionState>(limits, onLimited)
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
      previous: undefined,
      last: undefined,
      bytesRead: 0,
      pipelineQueue: new Set(),
      pending: new Set(),
      timer: undefined
    }
    if (!table.admit(state)) return void socket.destroy()
    states.set(socket, state)
    socket.once("close", () => {
      table.remove(state)
      clearTimeout(state.timer)
      states.delete(socket)
      for (const onTurn of state.pipelineQueue) onTurn(false)
    })
  })

  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = states.get(socket)
    if (state === undefined) return
    state.previous = state.last
    state.last = response
    state.lastUse = uses++
    state.bytesRead = socket.bytesRead
  }
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, onRequest)

  const trackResponse = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = states.get(socket)
    if (state === undefined || state.pending.has(response)) return
    state.pending.add(response)
    state.timer ??= setTimeout(() => socket.destroy(), limits.responseTimeoutMillis)
    // A queued response of a closed connection never emits `close`; its state goes with the connection.
    response.once("close", () => {
      state.pending.delete(response)
      if (state.pending.size > 0) return void state.timer?.refresh()
      clearTimeout(state.timer)
      state.timer = undefined
    })
  }

  const awaitPipelineTurn = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const state = states.get(socket)
    const previous = state?.previous
    // Node assigns the socket to a response when all earlier ones are flushed.
    if (state === undefined || previous === undefined || response.socket !== null) return undefined
    trackResponse(request, response)
    return Effect.callback<boolean>((resume) => {
      const onTurn = (isOpen: boolean) => {
        state.pipelineQueue.delete(onTurn)
        if (state.pipelineQueue.size < maxPipelineQueue && socket.isPaused()) socket.resume()
        resume(Effect.succeed(isOpen))
      }
      if (socket.destroyed) return onTurn(false)
      state.pipelineQueue.add(onTurn)
      if (state.pipelineQueue.size >= maxPipelineQueue) socket.pause()
      // The last response of a connection that closes is not followed by another one.
      if (previous.closed) return void (response.socket !== null && onTurn(true))
      previous.once("close", () => {
        if (response.socket !== null) onTurn(true)
      })
    })
  }

  return {
    open: () => states.size,
    inFlight: () => states.values().reduce((sum, { pending }) => sum + pending.size, 0),
    awaitPipelineTurn,
    trackResponse,
    pendingResponses: ({ socket }) => states.get(socket)?.pending.size ?? 0,
    lastResponse: (socket) => {
      const last = states.get(socket)?.last
      return last?.closed === true ? undefined : last
    },
    closeIdle: () => {
      for (const { bytesRead, pending, socket } of states.values()) {
        // Bytes that came after the last request are part of the next one.
        if (pending.size === 0 && socket.bytesRead === bytesRead) socket.destroy()
      }
    }
  }
}

interface ConnectionState extends LimitedConnection {
  readonly socket: Socket
  lastUse: number
  /** The responses to the last two requests. */
  previous: ServerResponse | undefined
  last: ServerResponse | undefined
  /** The bytes that had been read of the connection when the last request was complete. */
  bytesRead: number
  /** Requests that wait for the response before them, in their order. */
  readonly pipelineQueue: Set<(isOpen: boolean) => void>
  readonly pending: Set<ServerResponse>
  /** Destroys the connection when the response timeout has passed. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** True if an ended response has been passed to the operating system as a whole. */
export const isFlushed = ({ socket }: ServerResponse): boolean => socket !== null && socket.writableLength === 0

/** No more is read from a connection while this many of its requests wait. */
const maxPipelineQueue = 100
