import { Server } from "node:http"
import type * as Clock from "effect/Clock"
import { makeClientAddresses, type ClientAddresses } from "../clients/ClientAddress.ts"
import type { OnLimited } from "../clients/ConnectionTable.ts"
import { followConnections, type Connections, type CutOffReason } from "./Connections.ts"
import { DroppableRequest, DroppableResponse } from "./DroppedRequests.ts"
import { lingerAfterResponses, makeCloseLingering } from "./LingeringClose.ts"
import { answerRejectedRequests, type OnRejected } from "./RejectedRequests.ts"
import type { ServerLimits } from "./ServerLimits.ts"

export interface NodeServerOptions {
  readonly limits: ServerLimits
  readonly clock: Clock.Clock
  /** Default: no proxy is trusted. */
  readonly addresses?: ClientAddresses
  /** Called for each connection that a limit refuses or closes. */
  readonly onLimited?: OnLimited
  /** Called for each connection that is destroyed because clients who do not read keep too much memory. */
  readonly onCutOff?: (reason: CutOffReason) => void
  /** Called for each request that arrives on a destroyed connection. */
  readonly onDropped?: () => void
  /** Called for each response to something that never became a request. */
  readonly onRejected?: OnRejected
}

/**
 * Node's server with explicit limits, not listening yet. It answers in JSON what Node would answer with an empty body or
 * by closing the connection: malformed requests, timeouts, `CONNECT` and unknown expectations.
 */
export const makeNodeServer = ({
  addresses = makeClientAddresses(() => false),
  clock,
  limits,
  onCutOff = () => undefined,
  onDropped = () => undefined,
  onLimited = () => undefined,
  onRejected = () => undefined
}: NodeServerOptions): { readonly server: NodeServer; readonly connections: Connections } => {
  const server: NodeServer = new NodeServer(limits)
  const connections: Connections = followConnections(server, { addresses, limits, onCutOff, onDropped, onLimited })
  const closeLingering = makeCloseLingering(limits)
  lingerAfterResponses(server, closeLingering)
  answerRejectedRequests({ server, connections, clock, closeLingering, onRejected })
  return { server, connections }
}

export class NodeServer extends Server<typeof DroppableRequest, typeof DroppableResponse> {
  #keepsIdleConnections = false

  constructor(limits: ServerLimits) {
    super({
      IncomingMessage: DroppableRequest,
      ServerResponse: DroppableResponse,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMillis,
      requestTimeout: limits.requestTimeoutMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: Math.min(2000, limits.headersTimeoutMillis),
      // Node's own refusal has no body; the request handler refuses in JSON.
      requireHostHeader: false,
      // Joins two `Authorization` headers to one invalid key. By default Node takes the first.
      joinDuplicateHeaders: true,
      // Nothing is ever upgraded, so a request that asks for it is an ordinary one (RFC 9110, 7.8).
      shouldUpgradeCallback: () => false
    })
    this.maxHeadersCount = limits.maxHeaders + 1
    this.maxRequestsPerSocket = limits.maxRequestsPerConnection
    this.timeout = limits.idleTimeoutMillis
  }

  /**
   * Stops listening and calls back when every connection is closed. Unlike `close`, this keeps idle connections, whose
   * next request may be on its way; `Connections.closeIdle` closes them later.
   */
  stopListening(onClosed: () => void): void {
    this.#keepsIdleConnections = true
    this.close(onClosed)
  }

  /** Node calls this in `close`. */
  override closeIdleConnections(): void {
    if (!this.#keepsIdleConnections) super.closeIdleConnections()
  }
}
