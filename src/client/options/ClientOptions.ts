/**
 * What sends the requests: the platform's `fetch`, that of a package such as undici, or one of your own. It is called
 * with an address and what `FetchRequest` says, and gives no more than `FetchedResponse`.
 */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchedResponse>

/** What a request is made of, beside its address. */
export interface FetchRequest {
  /** Nothing else is ever sent. */
  readonly method: "GET"
  /** By their names, in lower case. The key is among them. */
  readonly headers: Record<string, string>
  /** Redirects are given back as they are, for the key must go nowhere else. */
  readonly redirect: "manual"
  /** Ends the request at the time-out, or when the call ends. */
  readonly signal: Signal
}

/** What of a response is looked at. */
export interface FetchedResponse {
  /** The status of HTTP. */
  readonly status: number
  /** `opaqueredirect` for a redirect in a browser. */
  readonly type?: string
  /** The headers, which are only gone through. */
  readonly headers: {
    /** Calls a function with the value and the name of each. */
    forEach(callback: (value: string, name: string) => void): void
  }
  /** The bytes, or nothing. */
  readonly body: FetchedBody | null
}

/** A body that is read piece by piece, and no further than `maxBodyBytes`. */
export interface FetchedBody {
  /** Reads it from the beginning. */
  getReader(): {
    /** The next piece. */
    read(): Promise<{
      /** Whether there are no more. */
      readonly done: boolean
      /** The bytes. */
      readonly value?: Uint8Array | undefined
    }>
    /** Ends the reading. */
    cancel(): Promise<unknown>
  }
  /** Lets it go without reading. */
  cancel(): Promise<unknown>
}

/** `AbortSignal` of the platform. */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer S } } ? S : never

/** How a client is made. Only `baseUrl` and `apiKey` have no default. */
export interface ClientOptions {
  /** The service's base address, such as `https://licensing.example/api/taxonomy`. */
  readonly baseUrl: string
  /**
   * An API key. It is sent to `baseUrl` and nowhere else, and never stands in an error or a warning. (A text of fewer
   * than 16 characters, which is no key of the service, is not looked for in what the server says.)
   */
  readonly apiKey: string
  /**
   * Which release is read: a major such as `v1`, a minor such as `v1.0`, one release such as `v1.0.0`, or `latest`, which
   * is not advised in production. Default: `v1`, whose releases stay compatible.
   */
  readonly version?: string | undefined
  /** How long one request may take, until its last byte, in milliseconds. Default: 30000. */
  readonly timeout?: number | undefined
  /** How often a request is sent again after a network error or a 5xx. Default: 3. */
  readonly retries?: number | undefined
  /** How long to wait before a request is sent again, in milliseconds. Default: 1000. */
  readonly retryDelay?: number | undefined
  /** The largest body that is read, in bytes after decompression. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined
  /**
   * How many bytes of bodies are remembered, with their addresses and tags, to be asked for with their `ETag`. 0: none.
   * Default: 16 MiB.
   */
  readonly rememberBytes?: number | undefined
  /**
   * Told once of each thing that is going away. Default: a line to `warn`. Its result is not waited for; that it throws
   * or rejects goes to `warn` and breaks no call.
   */
  readonly onDeprecation?: ((notice: DeprecationNotice) => unknown) | undefined
  /** Told what a developer should know. Default: `console.warn`. That it throws or rejects breaks nothing. */
  readonly warn?: ((message: string) => unknown) | undefined
  /** Sends the requests. Default: the platform's own `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Keys are for servers: whoever opens a page can read them. With `true` the client starts in a browser all the same. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** What a single call may be given. */
export interface CallOptions {
  /** Ends the call; the promise is then rejected with the signal's reason. */
  readonly signal?: Signal | undefined
  /** An id for the request, 1 to 64 of letters, digits, `.`, `_` and `-`. Default: a new one. */
  readonly requestId?: string | undefined
}

/**
 * Which licenses: values by the dimension's name. Several values of one dimension mean any of them, several dimensions
 * mean all of them.
 */
export interface LicenseFilter {
  /** A code, or several of which any will do. */
  readonly [dimension: string]: string | ReadonlyArray<string>
}

/** That something which an answer named or held is going away. */
export interface DeprecationNotice {
  /** What, since when, what to use instead, and when it may be gone. */
  readonly text: string
  /** Since when the resource itself is deprecated (RFC 9745). */
  readonly deprecatedAt: Date | undefined
  /** When the resource itself may be gone (RFC 8594). */
  readonly sunset: Date | undefined
  /** What was asked for. */
  readonly url: string
  /** By which the operator finds the request; absent where there is none. */
  readonly requestId: string | undefined
}

/** What the last answer said of the key's limit. */
export interface RateLimit {
  /** The requests of an hour, or `unlimited`. */
  readonly limit: number | "unlimited"
  /** The requests that are left in the window, or `unlimited`. */
  readonly remaining: number | "unlimited"
  /** When the window closes. */
  readonly reset: Date
}

/** What the last answer said of versions. */
export interface ServedVersion {
  /** The taxonomy version that was served, `v1.0`: the one to display. */
  readonly taxonomy: string
  /** The highest taxonomy version that is published. */
  readonly latest: string | undefined
  /** Whether a newer one than was served is published. */
  readonly upgradeAvailable: boolean
}
