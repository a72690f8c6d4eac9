import { connect } from "node:net"
import * as Effect from "effect/Effect"

/** One response as it came over a connection. */
export interface RawAnswer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * The responses in what a server wrote to one connection, read as Latin-1. Throws where that is anything else, which is
 * how half a response or a response within another is found.
 */
export const rawAnswers = (received: string, bodiless = false): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
  let rest = received
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n")
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n")
    const status = Number(statusLine.exec(first)?.[1])
    if (end === -1 || Number.isNaN(status)) throw new Error(`This is no response: ${JSON.stringify(rest)}`)
    rest = rest.slice(end + 4)
    const headers = new Map(lines.map((line) => [line.split(":")[0]?.toLowerCase() ?? "", line.replace(/^.*?: */, "")]))
    const length = bodiless || status === 100 || status === 204 ? 0 : Number(headers.get("content-length"))
    if (!(rest.length >= length)) throw new Error(`The body has ${rest.length} of ${length} bytes`)
    answers.push({ status, headers, body: rest.slice(0, length) })
    rest = rest.slice(length)
  }
  return answers
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [ -~]*$/

/** The answer where there is exactly one. */
export const only = ([answer, ...more]: ReadonlyArray<RawAnswer>): RawAnswer => {
  if (answer === undefined || more.length > 0) throw new Error("There is not exactly one answer")
  return answer
}

/** Writes bytes to a connection as they are, and gives back all that comes until the server closes it, as Latin-1. */
export const overSocket = (port: number, sent: string, ends = false) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.write(sent, "latin1")
      if (ends) socket.end()
    })
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => (received += chunk))
    socket.on("end", () => socket.end())
    // A reset after the response is no matter here.
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(received)))
    return Effect.sync(() => socket.destroy())
  })
