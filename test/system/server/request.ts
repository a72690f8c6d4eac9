import { request, type IncomingHttpHeaders } from "node:http"
import * as Effect from "effect/Effect"

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly json: unknown
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** One request on a connection of its own, with the path exactly as given. */
export const send = (port: number, path: string, { body, headers = {}, method = "GET" }: Sent = {}) =>
  Effect.callback<Received>((resume) => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const bytes = Buffer.concat(chunks)
        resume(
          Effect.succeed({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            // Not every body is JSON, or plain.
            get json(): unknown {
              return bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
            }
          })
        )
      })
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end(body)
  })
