import { Agent, request } from "node:http"
import * as Effect from "effect/Effect"

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | ReadonlyArray<string>>
}

/** A connection that is kept, and so stays with the thread that accepted it. */
export interface Connection {
  /** Gives `undefined` if the connection breaks, or is broken. */
  readonly get: (path: string, key: string) => Promise<Answer | undefined>
}

export const connections = Effect.fnUntraced(function* (count: number, port: number) {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  yield* Effect.addFinalizer(() => Effect.sync(() => agents.forEach((agent) => agent.destroy())))
  return agents.map((agent): Connection => {
    let sockets = 0
    let isBroken = false
    const get = (path: string, key: string) =>
      new Promise<Answer | undefined>((resolve) => {
        if (isBroken) return resolve(undefined)
        const fail = () => {
          isBroken = true
          resolve(undefined)
        }
        const headers = { Authorization: `Bearer ${key}` }
        const sent = request({ host: "127.0.0.1", port, path: `/api/taxonomy${path}`, headers, agent }, (response) => {
          response.on("error", fail).resume()
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
        })
        // The agent would open another connection in place of a broken one.
        sent.on("socket", () => {
          if (!sent.reusedSocket && ++sockets > 1) sent.destroy()
        })
        sent.on("error", fail)
        sent.end()
      })
    return { get }
  })
})

/** Sends requests over all connections at the same time, so many over each, and gives the answers of each. */
export const sendAll = (all: ReadonlyArray<Connection>, path: string, key: string, count: number) =>
  Effect.promise(() =>
    Promise.all(
      all.map(async ({ get }) => {
        const answers: Array<Answer | undefined> = []
        for (let sent = 0; sent < count; sent++) answers.push(await get(path, key))
        return answers
      })
    )
  )
