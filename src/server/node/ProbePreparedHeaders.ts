import { createServer } from "node:http"
import { duplexPair } from "node:stream"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeReply } from "../response/Reply.ts"
import { makeSendReply, type SendOptions } from "../response/SendReply.ts"
import { PreparedResponse } from "./PreparedResponse.ts"

/**
 * Decides if responses may be sent with prepared header blocks. They may if this version of Node sends the same bytes
 * both ways: one exchange in memory, of two requests over one connection, is compared for each of a text, bytes and a
 * 304.
 */
export const probePreparedHeaders = Effect.fn("probePreparedHeaders")(function* (
  exchange: (preparedHeaders: boolean) => Effect.Effect<string> = exchangeInMemory
) {
  const exchanges = Effect.all([exchange(true), exchange(false)], { concurrency: 2 })
  const received = yield* Effect.timeoutOption(exchanges, "2 seconds")
  if (Option.exists(received, ([prepared, ordinary]) => prepared === ordinary)) return true
  yield* Effect.logWarning(
    `Node ${process.versions.node} does not send prepared headers as expected, so headers are written one by one`
  )
  return false
})

const replies = [
  makeReply(200, { "Content-Type": "application/json", ETag: '"1"' }, '{"text":"é"}'),
  makeReply(200, { "Content-Encoding": "br" }, new Uint8Array([0, 255, 13, 10])),
  makeReply(304, { ETag: '"1"' })
]

const requests = [...replies.map(() => ""), "Connection: close\r\n"]
  .map((lines) => `GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`)
  .join("")

/** Everything that a server sends, apart from the date. A failure is a text of its own, equal to no response. */
const exchangeInMemory = (preparedHeaders: boolean) =>
  Effect.callback<string>((resume) => {
    const options: SendOptions = { keepAliveMillis: 5000, maxRequestsPerConnection: 0, preparedHeaders }
    const sendReply = makeSendReply(options)
    let count = 0
    const server = createServer(
      { ServerResponse: PreparedResponse, keepAliveTimeout: options.keepAliveMillis },
      (_request, response) => {
        const reply = replies[count++ % replies.length] ?? replies[0]
        try {
          if (reply !== undefined) sendReply({ response, reply, ownHeaders: ["X-Request-ID", "a"], close: false }, 0)
        } catch (error) {
          resume(Effect.succeed(`${preparedHeaders} ${String(error)}`))
        }
      }
    )
    const [client, connection] = duplexPair()
    let received = ""
    client.setEncoding("latin1")
    client.on("data", (chunk: string) => (received += chunk))
    client.on("end", () => resume(Effect.succeed(received.replaceAll(/^Date: .*$/gm, ""))))
    server.emit("connection", connection)
    client.write(requests)
    return Effect.sync(() => {
      client.destroy()
      connection.destroy()
    })
  })
