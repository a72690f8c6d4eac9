import { hash } from "node:crypto"
import { connect } from "node:net"
import { basePath, type Target } from "./SendRequest.ts"
import { failedAnswer, toAnswer, type SoakAnswer } from "./SoakAnswer.ts"
import type { SoakRequest } from "./SoakRequest.ts"

/** Sends a request several times in one packet over a connection of its own. Calls back for each answer, in their order. */
export const sendPipelined = (
  { path }: SoakRequest,
  { headers, port }: Omit<Target, "agent">,
  count: number,
  onAnswer: (answer: SoakAnswer) => void
): Promise<void> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0)
    let left = count
    const fail = (failure: string): void => {
      while (left > 0) {
        left--
        onAnswer(failedAnswer(failure))
      }
    }
    const socket = connect({ host: "127.0.0.1", port }, () => {
      const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      const requestOf = (last: string) => `GET ${basePath}${path} HTTP/1.1\r\n${lines.join("")}${last}\r\n`
      socket.write(requestOf("").repeat(count - 1) + requestOf("Connection: close\r\n"))
    })
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      for (let first = takeResponse(received); first !== undefined; first = takeResponse(received)) {
        left--
        onAnswer(first.answer)
        received = first.rest
      }
    })
    socket.on("error", ({ message }) => fail(message))
    socket.on("close", () => {
      fail("The connection was closed")
      resolve()
    })
  })

/** Parses the first response of these bytes; `undefined` if it has not come as a whole. */
export const takeResponse = (
  bytes: Buffer
): { readonly answer: SoakAnswer; readonly rest: Buffer<ArrayBuffer> } | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const headers = new Map(lines.map((line) => [line.split(":")[0]?.toLowerCase() ?? "", line.replace(/^.*?: */, "")]))
  const status = Number(first.split(" ")[1])
  const length = status === 304 ? 0 : Number(headers.get("content-length"))
  const bodyEnd = end + 4 + length
  if (bytes.length < bodyEnd) return undefined
  const body = bytes.subarray(end + 4, bodyEnd)
  return {
    answer: toAnswer(status, (name) => headers.get(name), body.length, hash("sha1", body)),
    rest: Buffer.from(bytes.subarray(bodyEnd))
  }
}
