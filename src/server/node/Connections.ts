import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as Effect from "effect/Effect"

/** What goes on over the connections of a server. */
export interface Connections {
  readonly open: () => number
  /** Requests whose answer is not decided, or has not wholly left. */
  readonly inFlight: () => number
  /**
   * To be told of every request as it comes. One that came before the answer to an earlier one has left is waited for,
   * or a caller who does not read could make the server hold an answer to each of a thousand: tells whether its turn
   * came, for the connection may be lost first. Nothing where it is its turn at once.
   */
  readonly turnOf: (request: IncomingMessage, response: ServerResponse) => Effect.Effect<boolean> | undefined
  /**
   * To be told of every answer that has to be waited for, and of every one that was given and did not leave at once: a
   * caller who takes longer than `responseMillis` for one is cut off.
   */
  readonly waitsFor: (request: IncomingMessage, response: ServerResponse) => void
  /** How many answers the connection of a request waits for, in that sense. */
  readonly waiting: (request: IncomingMessage) => number
  /** Closes those that wait for no answer, and over which no part of a request has come. */
  readonly closeIdle: () => void
}

/** Follows the connections of a server that is not listening yet. */
export const followConnections = (server: Server, responseMillis: number): Connections => {
  const states = new Map<Socket, Waiting>()
  server.on("connection", (socket: Socket) => {
    const state: Waiting = { last: undefined, line: new Set(), waits: new Set(), timer: undefined }
    states.set(socket, state)
    socket.once("close", () => {
      clearTimeout(state.timer)
      states.delete(socket)
      for (const lost of state.line) lost(false)
    })
  })

  const waitsFor = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = states.get(socket)
    if (state === undefined || state.waits.has(response)) return
    state.waits.add(response)
    state.timer ??= setTimeout(() => socket.destroy(), responseMillis)
    // What waits in line for a connection that is lost never closes; the connection takes its state along.
    response.once("close", () => {
      state.waits.delete(response)
      if (state.waits.size > 0) return void state.timer?.refresh()
      clearTimeout(state.timer)
      state.timer = undefined
    })
  }

  const turnOf = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const state = states.get(socket)
    const before = state?.last
    if (state === undefined) return undefined
    state.last = response
    // Node gives a response its socket when it is the next one to leave.
    if (response.socket !== null || before === undefined) return undefined
    waitsFor(request, response)
    return Effect.callback<boolean>((resume) => {
      const come = (inTime: boolean) => {
        state.line.delete(come)
        if (state.line.size < mostInLine && socket.isPaused()) socket.resume()
        resume(Effect.succeed(inTime))
      }
      if (socket.destroyed) return come(false)
      state.line.add(come)
      if (state.line.size >= mostInLine) socket.pause()
      // After the last answer of a connection that is to be closed, there is no next one.
      if (before.closed) return void (response.socket !== null && come(true))
      before.once("close", () => {
        if (response.socket !== null) come(true)
      })
    })
  }

  return {
    open: () => states.size,
    turnOf,
    inFlight: () => {
      let answers = 0
      for (const state of states.values()) answers += state.waits.size
      return answers
    },
    waitsFor,
    waiting: ({ socket }) => states.get(socket)?.waits.size ?? 0,
    closeIdle: () => {
      // Node closes these too once their answer was ended, and with them what of it has not left.
      const waiting = [...states].filter(([, { waits }]) => waits.size > 0).map(([socket]) => socket)
      for (const socket of waiting) socket.destroy = () => socket
      server.closeIdleConnections()
      for (const socket of waiting) Reflect.deleteProperty(socket, "destroy")
      // These Node does not take for idle.
      for (const socket of states.keys()) if (socket.bytesRead === 0) socket.destroy()
    }
  }
}

/** The answers that a connection waits for, and what cuts it off. */
interface Waiting {
  /** The response to the request that came last. */
  last: ServerResponse | undefined
  /** Those whose turn has not come, in their order. */
  readonly line: Set<(inTime: boolean) => void>
  readonly waits: Set<ServerResponse>
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Whether an answer that was ended has been handed to the system as a whole. */
export const hasLeft = ({ socket }: ServerResponse): boolean => socket !== null && socket.writableLength === 0

/** Past it no more is read from the connection for now. */
const mostInLine = 100
