import { request, type Agent, type IncomingHttpHeaders } from "node:http"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A response as it came, its body still encoded. */
export interface Exchanged {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** Of the caller's end, which tells connections apart. */
  readonly callerPort: number | undefined
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A connection of its own where none is given. */
  readonly agent?: Agent
}

/** A connection was not made, was lost, or nothing more came over it. */
export class ExchangeFailed extends Schema.TaggedError<ExchangeFailed>()("ExchangeFailed", {
  /** Such as `ECONNRESET`. */
  code: Schema.String
}) {
  override get message() {
    return this.code
  }
}

/** One request, with the path exactly as given. */
export const exchange = (
  port: number,
  path: string,
  { agent, headers = {}, method = "GET" }: Asked = {}
): Effect.Effect<Exchanged, ExchangeFailed> =>
  Effect.callback((resume) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) =>
      resume(Effect.fail(new ExchangeFailed({ code: code ?? message })))
    const outgoing = request(
      { host: "127.0.0.1", port, path, method, headers, agent: agent ?? false, timeout: 100_000 },
      (incoming) => {
        const chunks: Array<Buffer> = []
        const callerPort = incoming.socket.localPort
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", fail)
        incoming.on("end", () =>
          resume(
            Effect.succeed({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes: Buffer.concat(chunks),
              callerPort
            })
          )
        )
      }
    )
    outgoing.on("timeout", () => outgoing.destroy(new Error("No answer within a hundred seconds")))
    outgoing.on("error", fail)
    outgoing.end()
  })
