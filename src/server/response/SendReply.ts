import { keepAliveLines, type PreparedResponse } from "../node/PreparedResponse.ts"
import { cachedHttpDate } from "./Dates.ts"
import type { Reply } from "./Reply.ts"

export interface OutgoingReply {
  readonly response: PreparedResponse
  readonly reply: Reply
  /** Headers of this response alone: names and values in turn, each already valid. */
  readonly ownHeaders: ReadonlyArray<string>
  /** True if the connection ends with this response. */
  readonly close: boolean
}

export interface SendOptions {
  /** How long Node keeps a connection without requests; part of the `Keep-Alive` header. */
  readonly keepAliveMillis: number
  /** After how many requests Node closes a connection; 0 for never. */
  readonly maxRequestsPerConnection: number
  /** True if prepared header blocks may be used, see `probePreparedHeaders`. */
  readonly preparedHeaders: boolean
}

export type SendReply = (outgoing: OutgoingReply, unixMillis: number) => void

/** Makes the function that sends replies: with the prepared header block if possible, otherwise header by header. */
export const makeSendReply = ({
  keepAliveMillis,
  maxRequestsPerConnection,
  preparedHeaders
}: SendOptions): SendReply => {
  const connectionLines = keepAliveLines(keepAliveMillis)
  const isPreparable = preparedHeaders && maxRequestsPerConnection === 0

  return ({ close, ownHeaders, reply, response }, unixMillis) => {
    const { body, headerBlock, headers, status } = reply
    if (isPreparable && !close && response.allowsPreparedHeaders()) {
      let ownLines = ""
      for (let index = 0; index < ownHeaders.length; index += 2) {
        ownLines += `${ownHeaders[index]}: ${ownHeaders[index + 1]}\r\n`
      }
      response.endPrepared(
        status,
        `${headerBlock}${ownLines}Date: ${cachedHttpDate(unixMillis)}\r\n${connectionLines}`,
        body
      )
      return
    }
    response.writeHead(status, [...headers, ...ownHeaders, ...(close ? ["Connection", "close"] : [])])
    response.end(body)
  }
}
