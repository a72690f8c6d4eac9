import type { Staleness } from "../cache/Staleness.ts"

/**
 * The promise of the body that a method reads. Await it for the body alone, or `withResponse()` for what the response
 * said beside it.
 *
 * @example
 * ```ts
 * const { data, response } = await client.schema().withResponse()
 * console.log(response.version?.taxonomy, response.rateLimit?.remaining, data.dimensions)
 * ```
 */
export interface ResponsePromise<Body> extends Promise<Body> {
  /** The body together with its response. Rejects like the promise itself. */
  readonly withResponse: () => Promise<WithResponse<Body>>
}

/** A body and what its response said beside it. */
export interface WithResponse<Body> {
  /** The body, which the promise of the method resolves with. */
  readonly data: Body
  /** Its response. */
  readonly response: TaxonomyResponse
}

/** What a response said beside its body. Of a copy that was used without a request, what the first response said. */
export interface TaxonomyResponse {
  /** The HTTP status: 200, or 304 if the service confirmed a copy; `undefined` if it was not asked or did not answer. */
  readonly status: number | undefined
  /** The id of the request in the server's log; `undefined` without a request, and in browsers if the service sends none. */
  readonly requestId: string | undefined
  /** The release that the body was made from; `undefined` if the response named none. */
  readonly version: ServedVersion | undefined
  /** The rate limit of the API key; `undefined` if the response did not have it. */
  readonly rateLimit: RateLimit | undefined
  /** Why the body is a copy that the service could not confirm (`staleIfError`); otherwise `undefined`. */
  readonly staleness: Staleness | undefined
  /** The headers by lower-case name, with the API key masked; of a copy, those about its release and deprecations. */
  readonly headers: Readonly<Record<string, string>>
}

/** The rate limit of the API key. */
export interface RateLimit {
  /** The hourly limit, or `unlimited`. */
  readonly limit: number | "unlimited"
  /** The remaining requests of the window, or `unlimited`. */
  readonly remaining: number | "unlimited"
  /** When the window resets. */
  readonly reset: Date
}

/** The version that a response was made from. */
export interface ServedVersion {
  /** The taxonomy version, such as `v1.0`: the one to display. */
  readonly taxonomy: string
  /** The highest published taxonomy version. */
  readonly latest: string | undefined
  /** The highest published taxonomy version of the same major. Older servers do not send it. */
  readonly latestCompatible: string | undefined
  /** True if a newer taxonomy version is published. */
  readonly upgradeAvailable: boolean
}

/** Makes the promise of a method from that of its outcome. */
export const toResponsePromise = <Body>(outcome: Promise<WithResponse<Body>>): ResponsePromise<Body> => {
  const body = outcome.then(({ data }) => data)
  return Object.assign(body, {
    withResponse: () => {
      // A caller that waits for the response alone has handled the rejection.
      body.catch(() => {})
      return outcome
    }
  })
}
