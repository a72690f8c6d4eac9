import type { IncomingMessage, ServerResponse } from "node:http"
import { rememberedHttpDate } from "./HttpDate.ts"
import type { Reply } from "./Reply.ts"

export interface Sending {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly reply: Reply
  /** What this one response adds to the headers: names and values in turn, each known to be fit for a header. */
  readonly own: ReadonlyArray<string>
  /** Whether the connection is to end with it. */
  readonly close: boolean
}

/** How long Node keeps a connection without requests, and after how many it ends one; it tells callers so. */
interface Keeping {
  readonly keepAliveMillis: number
  readonly requestsPerConnection: number
}

/**
 * Sends replies over Node's responses, the usual ones as they were prepared.
 *
 * Node puts each head together anew, and checks every name and value on the way. With two dozen headers that takes a
 * fifth of all that a small response costs, and the head of a reply was put together and checked when it was made. So
 * where a connection stays open, as it nearly always does, the response is given its whole head, by the field in which
 * Node itself keeps it. Node has no public way to do that: any other major version than the one that this was tried with
 * is given the headers one by one.
 */
export const makeSendReply = ({ keepAliveMillis, requestsPerConnection }: Keeping) => {
  const keptOpen = `Connection: keep-alive\r\n${keepAliveMillis > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMillis / 1000)}\r\n` : ""}\r\n`
  const takesHeads = process.versions.node.startsWith(`${triedMajor}.`) && requestsPerConnection === 0

  return ({ close, own, reply, request, response }: Sending, unixMillis: number): void => {
    const { body, head, headers, status } = reply
    if (takesHeads && !close && staysOpen(request, response)) {
      response.statusCode = status
      let ownLines = ""
      for (let index = 0; index < own.length; index += 2) ownLines += `${own[index]}: ${own[index + 1]}\r\n`
      Reflect.set(response, headField, `${head}${ownLines}Date: ${rememberedHttpDate(unixMillis)}\r\n${keptOpen}`)
    } else {
      response.writeHead(status, [...headers, ...own, ...(close ? ["Connection", "close"] : [])])
    }
    response.end(body)
  }
}

const triedMajor = 24

const headField = "_header"

/** Whether nothing of the request asks for another head than the usual one. */
const staysOpen = ({ headers, httpVersion }: IncomingMessage, response: ServerResponse): boolean =>
  response.shouldKeepAlive &&
  httpVersion === "1.1" &&
  headers.expect === undefined &&
  Object.hasOwn(response, headField)
