import { hash } from "node:crypto"
import { request, type Agent, type IncomingMessage } from "node:http"
import { failedAnswer, toAnswer, type SoakAnswer } from "./SoakAnswer.ts"
import type { SoakRequest } from "./SoakRequest.ts"

export interface Target {
  readonly port: number
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a request over a connection of the agent, and returns what came of it. Never fails. */
export const sendRequest = (asked: SoakRequest, { agent, headers, port }: Target): Promise<SoakAnswer> =>
  new Promise((resolve) => {
    const fail = (error: Error) => resolve(failedAnswer(error.message))
    const options = { host: "127.0.0.1", port, path: `${basePath}${asked.path}`, headers, agent }
    const outgoing = request({ ...options, timeout: timeoutMillis }, (response) => {
      if (asked.client === "aborting") outgoing.destroy()
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk)
        if (asked.client !== "slow") return
        response.pause()
        setTimeout(() => response.resume(), slowReadMillis)
      })
      response.on("error", fail)
      response.on("close", () => resolve(answerOf(response, Buffer.concat(chunks))))
    })
    outgoing.on("timeout", () => outgoing.destroy(new Error(`No response within ${timeoutMillis} ms`)))
    outgoing.on("error", fail)
    outgoing.end(() => {
      // The request is on its way.
      if (asked.client === "leaving") setImmediate(() => outgoing.destroy())
    })
  })

export const basePath = "/api/taxonomy"

const answerOf = ({ headers, statusCode = 0 }: IncomingMessage, body: Buffer): SoakAnswer =>
  toAnswer(statusCode, (name) => headers[name]?.toString(), body.length, hash("sha1", body))

/** Far above what a busy machine needs, so that it shows a response that never comes. */
const timeoutMillis = 60_000

const slowReadMillis = 100
