import { ServerResponse, type IncomingMessage } from "node:http"

/**
 * A response that can be sent with a header block made earlier. The only place that touches `_header`, the private field
 * in which Node keeps the header block of a response; `probePreparedHeaders` decides at start if that works.
 *
 * Node assembles and validates every header for each response. With two dozen headers that takes a fifth of the time of
 * a small response, and a `Reply` was assembled and validated when it was made.
 */
export class PreparedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  declare protected _header: string | null

  /** True if the request allows the prepared keep-alive header block (HTTP/1.1, no `Expect`). */
  allowsPreparedHeaders(): boolean {
    const { headers, httpVersion } = this.req
    return this.shouldKeepAlive && httpVersion === "1.1" && headers.expect === undefined
  }

  /** Sends a whole response. The header block is the status line and all header lines, with the empty line at its end. */
  endPrepared(status: number, headerBlock: string, body: string | Uint8Array | undefined): void {
    this.statusCode = status
    this._header = headerBlock
    this.end(body)
  }
}

/** The last lines of a prepared header block: what Node says about a connection that stays open. */
export const keepAliveLines = (keepAliveMillis: number): string => {
  const timeout = keepAliveMillis > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMillis / 1000)}\r\n` : ""
  return `Connection: keep-alive\r\n${timeout}\r\n`
}
