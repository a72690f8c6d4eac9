import type { Staleness } from "../cache/Staleness.ts"
import type { Store } from "../cache/Store.ts"
import type { DeprecatedItem } from "../model/Model.generated.ts"
import type { TaxonomyTypes } from "../model/TaxonomyTypes.ts"

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
  /** `no-cache` in a browser, if the call asks for it: the browser revalidates its own copy. Otherwise absent. */
  readonly cache?: "no-cache"
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
  /** The bytes, or `null` without a body. Absent where responses are no streams, such as in React Native. */
  readonly body?: FetchedBody | null
  /** Reads all bytes, where there is no `body`. */
  arrayBuffer?(): Promise<ArrayBuffer>
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

/** The options of a client. */
export interface ClientOptions {
  /** The service's base address, such as `https://licensing.example/api/taxonomy`. Default: `TAXONOMY_URL` of the environment. */
  readonly baseUrl?: string | undefined
  /**
   * An API key. It is sent to `baseUrl` only, and never appears in an error or a warning. (A text of fewer than 16
   * characters, which cannot be an API key, is not masked in texts of the server.) Default: `TAXONOMY_API_KEY` of the
   * environment.
   */
  readonly apiKey?: string | undefined
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
  /** The delay before each retry, in milliseconds. Up to a half of it is added at random. Default: 1000. */
  readonly retryDelay?: number | undefined
  /**
   * The maximal delay that the `Retry-After` of a 5xx can ask for, in milliseconds. If it asks for more, the call rejects
   * at once. Default: 30000.
   */
  readonly maxRetryDelay?: number | undefined
  /**
   * Headers that each request has beside those of the client, by name, such as `traceparent`. From a browser of another
   * origin the service accepts none.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The maximum size of a body, in bytes after decompression. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** The size of the cache of bodies, in bytes, including addresses and entity tags. 0: no cache. Default: 16 MiB. */
  readonly rememberBytes?: number | undefined
  /** When the client uses the copies of bodies that it has. Default: `default`. */
  readonly cache?: CacheMode | undefined
  /**
   * Keeps copies of bodies for later processes, such as `makeFileStore(folder)` of `@nil-licensing/client/file-store`.
   * Default: copies live as long as the client.
   */
  readonly store?: Store | undefined
  /**
   * Returns a copy if the service cannot be reached, fails, or refuses since the limit is used up: `true` for a copy of
   * any age, or the seconds for which a copy may have been out of date (RFC 5861). Default: false.
   */
  readonly staleIfError?: number | boolean | undefined
  /** Called for each call that returns such a copy. An exception or a rejection goes to `warn`. */
  readonly onStale?: ((notice: StaleNotice) => unknown) | undefined
  /** The time in milliseconds since 1970, for the age of copies. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
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

/**
 * When the client uses the copy of a body that it has. `default`: while the copy is fresh (`Cache-Control: max-age`),
 * without a request, and then if the service confirms it. `no-cache`: only if the service confirms it. `force-cache`:
 * whatever its age.
 */
export type CacheMode = "default" | "no-cache" | "force-cache"

/** The options of a client that is derived from another one, whose key, copies and store it has. */
export type DerivedOptions = Omit<
  ClientOptions,
  "apiKey" | "baseUrl" | "dangerouslyAllowBrowser" | "rememberBytes" | "store"
>

/** A copy that was returned in the place of a response. */
export interface StaleNotice extends Staleness {
  /** The address of the request. */
  readonly url: string
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: Signal | undefined
  /** The language of texts, instead of the client's `locale`. `[]` returns the normative texts. */
  readonly locale?: string | ReadonlyArray<string> | undefined
  /** When the client uses a copy, instead of the client's `cache`. */
  readonly cache?: CacheMode | undefined
  /** The time-out of one request in milliseconds, instead of the client's `timeout`. */
  readonly timeout?: number | undefined
  /** The number of retries, instead of the client's `retries`. */
  readonly retries?: number | undefined
  /** Headers that the requests have beside those of the client's `headers`, which they replace by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * The id of the request: 1 to 64 letters, digits, `.`, `_` and `-`. Default: a new one. A call with an id of its own
   * shares no request with others. Browsers do not send it.
   */
  readonly requestId?: string | undefined
}

/**
 * Values by dimension name. A license matches if it has one of the values in every dimension. A dimension that is
 * `undefined` is as if absent.
 */
export interface LicenseFilter {
  /** A code, or several, of which any matches. */
  readonly [dimension: string]: string | ReadonlyArray<string> | undefined
}

/** The bytes of an artifact and their proof, the result of `proof()`: the first arguments of `verifyArtifact`. */
export interface ArtifactWithProof {
  /** The body of the release as the service sent it, without translation: JSON in UTF-8. */
  readonly artifact: Uint8Array
  /** The text of the proof (C2SP tlog-proof), which nobody has verified yet. */
  readonly proof: string
  /** The release that the artifact names, such as `1.2.0`, which nobody has verified yet. */
  readonly version: string
  /** The path of the artifact in the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
}

/** A deprecated item, with its removal. */
export interface NoticedItem extends DeprecatedItem {
  /** The full version of the release that removed it, `2.0.0`; absent if it is not removed. */
  readonly removed_in?: string
  /** The day of that release, `2026-09-20`. */
  readonly removed_on?: string
}

/** A deprecation warning of the service. */
export interface DeprecationNotice {
  /** The warning as the service words it, for people. It names everything deprecated that the response uses. */
  readonly text: string
  /** The deprecated items of the body, as its release describes them. A license does not describe the values that it uses. */
  readonly items: ReadonlyArray<DeprecatedItem>
  /**
   * Reads the deprecated items that the request and the body use from the list of all items: as of today, with what later
   * releases deprecated or removed. A request of its own, unless the client has a fresh copy of the list.
   */
  readonly readItems: () => Promise<ReadonlyArray<NoticedItem>>
  /** Since when the resource itself is deprecated (RFC 9745). */
  readonly deprecatedAt: Date | undefined
  /** The end of the major of the resource (RFC 8594). */
  readonly sunset: Date | undefined
  /** The address of the request. */
  readonly url: string
  /** The id of the request in the server's log, if known. */
  readonly requestId: string | undefined
}

/** The filter of a client with the types of a release: only its dimensions and codes. */
export type LicenseFilterOf<T extends TaxonomyTypes> = string extends keyof T["values"]
  ? LicenseFilter
  : {
      readonly [D in keyof T["values"]]?:
        | T["values"][D]
        | ReadonlyArray<T["values"][D]>
        // Every object inherits some names, such as `constructor`, and could not leave them out otherwise.
        // oxlint-disable-next-line typescript/no-wrapper-object-types -- The members that objects inherit
        | (D extends keyof Object ? Object[D] : never)
        | undefined
    }
