import { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * A request whose connection may be destroyed already. Node parses at once all that it has read, whatever happens to the
 * connection meanwhile: 64 KiB hold 3,640 requests of 18 bytes, which together with their responses take 8 MB. So all
 * requests that follow the destruction of their connection are one object, as are their responses. Nobody answers them.
 */
export class DroppableRequest extends IncomingMessage {
  constructor(socket: Socket) {
    const dropped = socket.destroyed ? droppedRequests.get(socket) : undefined
    if (dropped !== undefined) return dropped
    super(socket)
    if (socket.destroyed) droppedRequests.set(socket, this)
  }

  /** What arrives of a body is discarded: as a stream, a dropped request has ended with the first of its requests. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    return this.socket.destroyed && droppedRequests.get(this.socket) === this ? true : super.push(chunk, encoding)
  }
}

/** The response to such a request. */
export class DroppableResponse extends ServerResponse<DroppableRequest> {
  /** Node passes more than the documented request. */
  constructor(...parameters: [request: DroppableRequest]) {
    const [request] = parameters
    const dropped = request.socket.destroyed ? droppedResponses.get(request) : undefined
    if (dropped !== undefined) return dropped
    super(...parameters)
    if (request.socket.destroyed) droppedResponses.set(request, this)
  }

  /** Node adds listeners for each request. */
  override on(event: string | symbol, listener: Parameters<ServerResponse["on"]>[1]): this {
    return this.req.socket.destroyed && droppedResponses.has(this.req) ? this : super.on(event, listener)
  }
}

const droppedRequests = new WeakMap<Socket, DroppableRequest>()

const droppedResponses = new WeakMap<DroppableRequest, DroppableResponse>()
