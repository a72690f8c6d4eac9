/** Limits on clients of the server, and the response to a client that exceeds one. Times are in milliseconds. */
export type ServerLimits = { readonly [Name in keyof typeof defaultServerLimits]: number }

export const defaultServerLimits = {
  /** Bytes of the request line and all headers together. Exceeded: 431. */
  maxHeaderBytes: 16_384,
  /** Headers of one request. Exceeded: 431. */
  maxHeaders: 100,
  /** From the opening or first byte of a connection to the end of the headers. Exceeded: 408. */
  headersTimeoutMillis: 10_000,
  /** The same to the end of the request. Exceeded: 408, or closed if the request was answered already. */
  requestTimeoutMillis: 30_000,
  /**
   * Between a response and the next request. Exceeded: closed. Longer than the minute that load balancers keep an idle
   * connection, so that they close it and not the server.
   */
  keepAliveMillis: 65_000,
  /** Without bytes in either direction while a request is in progress. Exceeded: destroyed. */
  idleTimeoutMillis: 120_000,
  /**
   * Requests of one connection whose responses are not sent. Exceeded: destroyed. As deep as benchmarks and HTTP clients
   * pipeline.
   */
  maxUnansweredRequests: 16,
  /** Open connections. Exceeded: the new one is closed. */
  maxConnections: 10_000,
  /** Open connections of one address. 0 for no limit, which trusted proxies have. Exceeded: the same. */
  maxConnectionsPerAddress: 2000,
  /** Requests of one address in a minute that get 401 or 403. 0 for no limit. Exceeded: 429. */
  maxUnauthorizedRequests: 1000
}
