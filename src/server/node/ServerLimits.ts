import { getHeapStatistics } from "node:v8"

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
  /** For a client to read one response that could not be flushed at once. Exceeded: destroyed. */
  readonly responseTimeoutMillis: number
  /** Requests of one connection whose responses are not sent. Exceeded: destroyed. */
  readonly maxUnansweredRequests: number
  /** Bytes of response bodies that clients have not read, shared ones counted once. Exceeded: the oldest are destroyed. */
  readonly maxUnreadBytes: number
  /** From the last response of a connection until the client closes its side. Exceeded: destroyed. */
  readonly lingerMillis: number
  /** The same without a byte of the client. Exceeded: destroyed. */
  readonly lingerIdleMillis: number
  /** Bytes that are discarded after the last response of a connection. Exceeded: destroyed. */
  readonly maxLingerBytes: number
  /** Open connections. Exceeded: the longest idle ones are closed, or the new one if none is idle. */
  readonly maxConnections: number
  /** Open connections of one address. 0 for no limit. Exceeded: the same among the connections of the address. */
  readonly maxConnectionsPerAddress: number
  /** Idle connections of one address when it opens another. 0 for no limit. Exceeded: the longest idle one is closed. */
  readonly maxIdleConnectionsPerAddress: number
  /** Requests of one address in a minute that get 401 or 403. 0 for no limit. Exceeded: 429. */
  readonly maxUnauthorizedRequests: number
  /** Requests over one connection. 0 for no limit, since a connection holds nothing that grows. */
  readonly maxRequestsPerConnection: number
}

export const defaultServerLimits: ServerLimits = {
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  headersTimeoutMillis: 10_000,
  requestTimeoutMillis: 30_000,
  // Longer than the minute that load balancers keep an idle connection, so that they close it and not the server.
  keepAliveMillis: 65_000,
  idleTimeoutMillis: 120_000,
  responseTimeoutMillis: 300_000,
  // As deep as benchmarks and HTTP clients pipeline.
  maxUnansweredRequests: 16,
  maxUnreadBytes: Math.floor(getHeapStatistics().heap_size_limit / 32),
  // Enough for a client to notice the response while it sends, and less than the patience of a drain.
  lingerMillis: 8000,
  lingerIdleMillis: 2000,
  maxLingerBytes: 33_554_432,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 2000,
  maxIdleConnectionsPerAddress: 1000,
  maxUnauthorizedRequests: 1000,
  maxRequestsPerConnection: 0
}
