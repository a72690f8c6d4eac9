import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import { makeFairTurns } from "./FairTurns.ts"
import { makeMemoryBudget } from "./MemoryBudget.ts"
import type { ServerLimits } from "./ServerLimits.ts"
import { toRequestHead } from "./StoppableRequest.ts"

/** What one connection has in progress, for its pipeline. */
export interface PipelinedConnection {
  readonly socket: Socket
  /** The responses to the last two requests. */
  previous: ServerResponse | undefined
  last: ServerResponse | undefined
  /** Requests that were parsed while the response before them was in progress, at least as many as still wait. */
  waiting: number
  /** True while bytes that follow the waiting requests are kept unparsed. */
  isStopped: boolean
  /** The requests that wait for the response before them, in their order. */
  readonly turns: Set<(isOpen: boolean) => void>
}

/** Requests that arrive before the response to the request before them is flushed. */
export interface Pipelines<Connection extends PipelinedConnection> {
  /** Bytes that waiting requests and unparsed bytes keep, roughly. */
  readonly bytes: () => number
  /** True if the next request of a connection must stay unparsed. */
  readonly isFull: (socket: Duplex) => boolean
  /** Call for each request that is parsed, even if it is refused. */
  readonly onRequest: (connection: Connection, response: ServerResponse) => void
  /** Succeeds with `true` when the previous response is flushed, or with `false` if the connection closed first. */
  readonly awaitTurn: (connection: Connection, response: ServerResponse) => Effect.Effect<boolean> | undefined
  /** Keeps a request and what follows it unparsed until all responses of the connection are flushed. */
  readonly stop: (connection: Connection, request: IncomingMessage, following: Buffer) => void
  readonly onClose: (connection: Connection) => void
}

/**
 * Bounds what clients who pipeline make the server keep. It stops the parser of a connection on which too many requests
 * wait, which only delays a client that reads its responses. If all connections together keep too much, it calls `cutOff`,
 * which must destroy the connection.
 */
export const makePipelines = <Connection extends PipelinedConnection>(
  server: Server,
  { maxHeaders, maxPipelinedBytes, maxPipelinedRequests }: ServerLimits,
  cutOff: (connection: Connection) => void
): Pipelines<Connection> => {
  const budget = makeMemoryBudget<Connection>(maxPipelinedBytes, cutOff)
  let events = 0
  const takeTurn = makeFairTurns({ maxMillis, maxPauseMillis, now: () => performance.now(), eventCount: () => events })
  // Usually empty, so that a request costs no search for its connection.
  const full = new Set<Duplex>()
  const setWaiting = (connection: Connection, waiting: number): void => {
    connection.waiting = waiting
    if (waiting >= maxPipelinedRequests) full.add(connection.socket)
    else full.delete(connection.socket)
  }

  const onRequest = (connection: Connection, response: ServerResponse): void => {
    events++
    connection.previous = connection.last
    connection.last = response
    // Node assigns the socket to a response when all earlier ones are flushed.
    if (response.socket !== null) {
      if (connection.waiting === 0) return
      budget.release(connection)
      setWaiting(connection, 0)
      return
    }
    setWaiting(connection, connection.waiting + 1)
    budget.add(connection, requestBytes)
  }

  const awaitTurn = (connection: Connection, response: ServerResponse) => {
    const { previous, socket, turns } = connection
    if (previous === undefined) return undefined
    return Effect.callback<boolean>((resume) => {
      const onTurn = (isOpen: boolean) => {
        if (!turns.delete(onTurn)) return
        setWaiting(connection, Math.max(0, connection.waiting - 1))
        budget.release(connection, requestBytes)
        resume(Effect.succeed(isOpen))
      }
      turns.add(onTurn)
      if (socket.destroyed) return onTurn(false)
      const onPrevious = () => {
        // The last response of a connection that closes is not followed by another one.
        if (response.socket !== null) takeTurn(() => onTurn(!socket.destroyed))
      }
      if (previous.closed) onPrevious()
      else previous.once("close", onPrevious)
    })
  }

  const stop = (connection: Connection, request: IncomingMessage, following: Buffer): void => {
    const { last, socket } = connection
    // Node has removed its own listeners.
    const destroy = () => socket.destroy()
    socket.on("error", destroy)
    socket.on("timeout", destroy)
    const head = toRequestHead(request, maxHeaders)
    if (head === undefined || last === undefined) {
      server.emit("clientError", Object.assign(new Error("Too many headers"), { code: "HPE_HEADER_OVERFLOW" }), socket)
      return
    }
    // Node resumes the connection after each response, which discards what nobody reads unless there is this listener.
    socket.on("readable", ignore)
    socket.unshift(following)
    socket.unshift(head)
    const bytes = Math.max(following.length, socket.readableHighWaterMark)
    connection.isStopped = true
    budget.add(connection, bytes)
    const resume = () => {
      connection.isStopped = false
      budget.release(connection)
      if (socket.destroyed || socket.writableEnded) return
      socket.off("error", destroy)
      socket.off("timeout", destroy)
      socket.off("readable", ignore)
      setWaiting(connection, 0)
      server.emit("connection", socket)
    }
    if (last.closed) takeTurn(resume)
    else last.once("close", () => takeTurn(resume))
  }

  server.on("connection", () => events++)

  return {
    bytes: budget.bytes,
    isFull: (socket) => full.size > 0 && full.has(socket),
    onRequest,
    awaitTurn,
    stop,
    onClose: (connection) => {
      for (const onTurn of connection.turns) onTurn(false)
      budget.release(connection)
      full.delete(connection.socket)
    }
  }
}

/** For how long waiting requests of all connections are answered in a turn of the event loop. */
const maxMillis = 5

/** For how long they give way to new connections and requests, so that those have nine tenths of the time. */
const maxPauseMillis = 50

/** Keeps a stream from flowing. */
const ignore = () => undefined

/** What a waiting request costs: two objects of Node with their headers, its effect and its listeners. */
const requestBytes = 2048
