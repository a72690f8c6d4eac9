import type { DeprecatedItem } from "../model/Model.ts"

/**
 * Sends the requests: the platform's `fetch`, that of a package such as undici, or your own. The client passes an
 * address and a `FetchRequest`, and reads only the members of `FetchedResponse`.
 */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchedResponse>

/** A request without its address. */
export interface FetchRequest {
  /** The only method that the client sends. */
  readonly method: "GET"
  /** By lower-case name, including the API key. */
  readonly headers: Record<string, string>
  /** Redirects are returned and not followed, so that the API key goes nowhere else. */
  readonly redirect: "manual"
  /** Aborts the request at the time-out, or when the call ends. */
  readonly signal: Signal
}

/** The parts of a response that the client reads. */
export interface FetchedResponse {
  /** The HTTP status. */
  readonly status: number
  /** `opaqueredirect` for a redirect in a browser. */
  readonly type?: string
  /** The headers, which are only iterated over. */
  readonly headers: {
    /** Calls a function with the value and the name of each header. */
    forEach(callback: (value: string, name: string) => void): void
  }
  /** The bytes, or `null` without a body. */
  readonly body: FetchedBody | null
}

/** A body that is read in chunks, up to `maxBodyBytes`. */
export interface FetchedBody {
  /** Starts to read. */
  getReader(): {
    /** Reads the next chunk. */
    read(): Promise<{
      /** True after the last chunk. */
      readonly done: boolean
      /** The bytes of the chunk. */
      readonly value?: Uint8Array | undefined
    }>
    /** Stops to read. */
    cancel(): Promise<unknown>
  }
  /** Discards the body unread. */
  cancel(): Promise<unknown>
}

/** The platform's `AbortSignal`. */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer S } } ? S : never

/** The options of a client. Only `baseUrl` and `apiKey` are required. */
export interface ClientOptions {
  /** The service's base address, such as `https://licensing.example/api/taxonomy`. */
  readonly baseUrl: string
  /**
   * An API key. It is sent to `baseUrl` only, and never appears in an error or a warning. (A text of fewer than 16
   * characters, which cannot be an API key, is not masked in texts of the server.)
   */
  readonly apiKey: string
  /**
   * The release to read: a major such as `v1`, a minor such as `v1.0`, one release such as `v1.0.0`, or `latest`, which
   * is not advised in production. Default: `v1`, whose releases stay compatible.
   */
  readonly version?: string | undefined
  /**
   * The language of texts: a BCP 47 language tag such as `fr-CA`, or a list in the order of preference. A text without
   * translation remains in the taxonomy's own language, which is the normative one. Default: no translation.
   */
  readonly locale?: string | ReadonlyArray<string> | undefined
  /** The language of the untranslated texts, a BCP 47 language tag. `locale` is not searched past it. Default: `en`. */
  readonly sourceLanguage?: string | undefined
  /** The time-out of one request until the last byte of its response, in milliseconds. Default: 30000. */
  readonly timeout?: number | undefined
  /** The number of retries after a network error or a 5xx. Default: 3. */
  readonly retries?: number | undefined
  /** The delay before each retry, in milliseconds. Default: 1000. */
  readonly retryDelay?: number | undefined
  /** The maximum size of a body, in bytes after decompression. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** The size of the cache of bodies, in bytes, including addresses and entity tags. 0: no cache. Default: 16 MiB. */
  readonly rememberBytes?: number | undefined
  /**
   * Called once for each deprecation warning of the service. Default: a line to `warn`. The client does not wait for the
   * result; an exception or a rejection goes to `warn` and breaks no call.
   */
  readonly onDeprecation?: ((notice: DeprecationNotice) => unknown) | undefined
  /** Called with warnings for developers. Default: `console.warn`. An exception or a rejection is ignored. */
  readonly warn?: ((message: string) => unknown) | undefined
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
  /** `true` lets the client start in a browser, where every visitor can read the API key. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: Signal | undefined
  /** The language of texts, instead of the client's `locale`. `[]` returns the normative texts. */
  readonly locale?: string | ReadonlyArray<string> | undefined
  /** The id of the request: 1 to 64 letters, digits, `.`, `_` and `-`. Default: a new one. */
  readonly requestId?: string | undefined
}

/**
 * Values by dimension name. A license matches if it has one of the values in every dimension.
 */
export interface LicenseFilter {
  /** A code, or several, of which any matches. */
  readonly [dimension: string]: string | ReadonlyArray<string>
}

/** A deprecation warning of the service. */
export interface DeprecationNotice {
  /** The warning as the service words it, for people. It names everything deprecated that the response uses. */
  readonly text: string
  /** The deprecated items of the body, as data. The body of a license does not describe the values that it uses. */
  readonly items: ReadonlyArray<DeprecatedItem>
  /** Since when the resource itself is deprecated (RFC 9745). */
  readonly deprecatedAt: Date | undefined
  /** When the resource itself may be removed (RFC 8594). */
  readonly sunset: Date | undefined
  /** The address of the request. */
  readonly url: string
  /** The id of the request in the server's log, if known. */
  readonly requestId: string | undefined
}

/** The rate limit of the API key, as of the last response. */
export interface RateLimit {
  /** The hourly limit, or `unlimited`. */
  readonly limit: number | "unlimited"
  /** The remaining requests of the window, or `unlimited`. */
  readonly remaining: number | "unlimited"
  /** When the window resets. */
  readonly reset: Date
}

/** The version that the last response was made from. */
export interface ServedVersion {
  /** The taxonomy version, such as `v1.0`: the one to display. */
  readonly taxonomy: string
  /** The highest published taxonomy version. */
  readonly latest: string | undefined
  /** True if a newer taxonomy version is published. */
  readonly upgradeAvailable: boolean
}
