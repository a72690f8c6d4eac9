import { IncomingMessage } from "node:http"
import type { Socket } from "node:net"

/**
 * Makes the request class of a server. A request for which `mustStop` is true stops the parser instead of reaching the
 * request handler: Node asks `shouldUpgradeCallback` about a request whose `upgrade` is true, and if the callback agrees,
 * hands over the connection with all bytes behind that request, unparsed.
 *
 * Otherwise everything that was read at once is parsed at once, whether the connection is paused or not: 64 KiB hold
 * 3,640 requests of 18 bytes, each of which costs more than 2 kB.
 */
export const makeStoppableRequest = (mustStop: (socket: Socket) => boolean): typeof IncomingMessage => {
  class StoppableRequest extends IncomingMessage {
    /** Node assigns what the parser found, and then the decision of the callback. */
    set upgrade(isUpgrade: boolean | null) {
      this.isUpgrade = isUpgrade === true || (isUpgrade === false && mustStop(this.socket))
    }

    get upgrade(): boolean {
      return this.isUpgrade
    }

    declare private isUpgrade: boolean
  }
  return StoppableRequest
}

/**
 * The bytes of the head of a request that was parsed, so that it can be parsed again. `undefined` if they could mean
 * something else: Node drops the headers above its limit, of which one may frame a body.
 */
export const toRequestHead = (request: IncomingMessage, maxHeaders: number): Buffer | undefined => {
  const { httpVersion, method = "", rawHeaders, url = "" } = request
  if (rawHeaders.length > 2 * maxHeaders) return undefined
  let lines = ""
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1] ?? ""
    if (lineEnd.test(value)) return undefined
    lines += `${rawHeaders[index]}: ${value}\r\n`
  }
  return Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${lines}\r\n`, "latin1")
}

const lineEnd = /[\r\n]/
