/** Limits on clients of the server, and the response to a client that exceeds one. Times are in milliseconds. */
export interface ServerLimits {
  /** Bytes of the request line and all headers together. Exceeded: 431. */
  readonly maxHeaderBytes: number
  /** Headers of one request. Exceeded: 431. */
  readonly maxHeaders: number
  /** From the opening or first byte of a connection to the end of the headers. Exceeded: 408. */
  readonly headersTimeoutMillis: number
  /** The same to the end of the request. Exceeded: 408, or closed if the request was answered already. */
  readonly requestTimeoutMillis: number
  /** Between a response and the next request. Exceeded: closed. */
  readonly keepAliveMillis: number
  /** Without bytes in either direction while a request is in progress. Exceeded: destroyed. */
  readonly idleTimeoutMillis: number
  /** Requests of one connection whose responses are not sent. Exceeded: destroyed. */
  readonly maxUnansweredRequests: number
  /** Open connections. Exceeded: the new one is closed. */
  readonly maxConnections: number
  /** Open connections of one address. 0 for no limit, which trusted proxies have. Exceeded: the same. */
  readonly maxConnectionsPerAddress: number
  /** Requests of one address in a minute that get 401 or 403. 0 for no limit. Exceeded: 429. */
  readonly maxUnauthorizedRequests: number
}

export const defaultServerLimits: ServerLimits = {
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  headersTimeoutMillis: 10_000,
  requestTimeoutMillis: 30_000,
  // Longer than the minute that load balancers keep an idle connection, so that they close it and not the server.
  keepAliveMillis: 65_000,
  idleTimeoutMillis: 120_000,
  // As deep as benchmarks and HTTP clients pipeline.
  maxUnansweredRequests: 16,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 2000,
  maxUnauthorizedRequests: 1000
}
