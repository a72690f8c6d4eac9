import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type * as Effect from "effect/Effect"
import type { ClientAddresses } from "../clients/ClientAddress.ts"
import { makeConnectionTable, type LimitedConnection, type OnLimited } from "../clients/ConnectionTable.ts"
import { makePipelines, type PipelinedConnection } from "./Pipelines.ts"
import type { ServerLimits } from "./ServerLimits.ts"
import { makeUnreadBodies } from "./UnreadBodies.ts"

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
  /** Call for each response that is sent and not flushed at once, with its body. */
  readonly trackBody: (
    request: IncomingMessage,
    response: ServerResponse,
    body: string | Uint8Array | undefined
  ) => void
  /** The bytes that waiting and unparsed requests of clients who pipeline keep, roughly. */
  readonly pipelinedBytes: () => number
  /** The bytes of responses that clients have not read. Shared bodies count once. */
  readonly unreadBytes: () => number
  /** True if the parser must stop at the next request of a connection. */
  readonly isPipelineFull: (socket: Duplex) => boolean
  /** The number of tracked responses on the connection of a request, and 1 if more requests have arrived. */
  readonly pendingResponses: (request: IncomingMessage) => number
  /** The response to the last request of a connection, unless it is closed. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined
  /** Closes all connections without a tracked response and without part of a request, except those that linger. */
  readonly closeIdle: () => void
  readonly destroyAll: () => void
}

/** Why a connection with responses in progress was destroyed: it pipelined, or did not read, while memory was short. */
export type CutOffReason = "pipelined" | "unread"

export interface ConnectionsOptions {
  readonly addresses: ClientAddresses
  readonly limits: ServerLimits
  readonly onLimited: OnLimited
  readonly onCutOff: (reason: CutOffReason) => void
}

/** Follows and limits the connections of a server that does not listen yet. */
export const followConnections = (
  server: Server,
  { addresses, limits, onCutOff, onLimited }: ConnectionsOptions
): Connections => {
  const states = new Map<Duplex, ConnectionState>()
  const table = makeConnectionTable<ConnectionState>(limits, onLimited)
  const makeCutOff =
    (reason: CutOffReason) =>
    ({ socket }: ConnectionState) => {
      onCutOff(reason)
      socket.destroy()
    }
  const pipelines = makePipelines<ConnectionState>(server, limits, makeCutOff("pipelined"))
  const unread = makeUnreadBodies<ConnectionState>(limits.maxUnreadBytes, makeCutOff("unread"))
  let uses = 0
  server.prependListener("connection", (socket: Socket) => {
    // A pipeline gives a connection back to Node after it was stopped.
    if (states.has(socket)) return
    const peer = addresses.ofPeer(socket)
    const state: ConnectionState = {
      socket,
      network: peer?.network ?? "unknown",
      isTrustedProxy: peer?.isTrustedProxy === true,
      lastUse: uses++,
      isIdle: () => state.pending.size === 0 && !state.isStopped,
      close: () => socket.destroy(),
      previous: undefined,
      last: undefined,
      bytesRead: 0,
      waiting: 0,
      isStopped: false,
      turns: new Set(),
      reading: undefined,
      pending: new Set(),
      timer: undefined
    }
    if (!table.admit(state)) return void socket.destroy()
    states.set(socket, state)
    socket.once("close", () => {
      table.remove(state)
      clearTimeout(state.timer)
      states.delete(socket)
      unread.remove(state)
      pipelines.onClose(state)
    })
  })

  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = states.get(socket)
    if (state === undefined) return
    pipelines.onRequest(state, response)
    state.lastUse = uses++
    state.bytesRead = socket.bytesRead
  }
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, onRequest)
  server.on("upgrade", (request: IncomingMessage, socket, head) => {
    const state = states.get(socket)
    if (state === undefined) socket.destroy()
    else pipelines.stop(state, request, head)
  })

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
    // Nearly all requests, which need no search for their connection.
    if (response.socket !== null) return undefined
    const state = states.get(request.socket)
    const turn = state === undefined ? undefined : pipelines.awaitTurn(state, response)
    if (turn !== undefined) trackResponse(request, response)
    return turn
  }

  const trackBody = ({ socket }: IncomingMessage, response: ServerResponse, body: string | Uint8Array | undefined) => {
    const state = states.get(socket)
    if (state === undefined || socket.destroyed) return
    unread.add(state, body)
    state.reading = response
    response.once("close", () => {
      // The next response may have begun.
      if (state.reading === response) unread.remove(state)
    })
  }

  return {
    open: () => states.size,
    inFlight: () => states.values().reduce((sum, { pending }) => sum + pending.size, 0),
    awaitPipelineTurn,
    trackResponse,
    trackBody,
    pipelinedBytes: pipelines.bytes,
    unreadBytes: unread.bytes,
    isPipelineFull: pipelines.isFull,
    pendingResponses: ({ socket }) => {
      const state = states.get(socket)
      return state === undefined ? 0 : state.pending.size + (state.isStopped ? 1 : 0)
    },
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

interface ConnectionState extends LimitedConnection, PipelinedConnection {
  lastUse: number
  /** The bytes that had been read of the connection when the last request was complete. */
  bytesRead: number
  readonly pending: Set<ServerResponse>
  /** The last response that was not flushed at once. */
  reading: ServerResponse | undefined
  /** Destroys the connection when the response timeout has passed. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** True if an ended response has been passed to the operating system as a whole. */
export const isFlushed = ({ socket }: ServerResponse): boolean => socket !== null && socket.writableLength === 0
