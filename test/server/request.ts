import { request, type IncomingHttpHeaders } from "node:http"
import { connect } from "node:net"
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
            json: bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
          })
        )
      })
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end(body)
  })

/** Writes bytes to a connection as they are, and gives back all that comes until the server closes it. */
export const sendRaw = (port: number, text: string) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"))
    socket.setEncoding("utf8")
    socket.on("data", (chunk: string) => {
      received += chunk
    })
    // A reset after the response is no matter here.
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(received)))
    return Effect.sync(() => socket.destroy())
  })
