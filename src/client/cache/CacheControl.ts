/** What a response says about its storage (RFC 9111, 5.2.2). */
export interface CacheControl {
  /** False for `no-store`. */
  readonly isStorable: boolean
  /** For how long the body is fresh, in seconds, less the time that it spent in other caches (RFC 9111, 5.1). */
  readonly maxAge: number
}

/** Reads `Cache-Control` and `Age`. Without them, a body is storable and never fresh. */
export const cacheControlOf = (headers: Headers): CacheControl => {
  const directives = (headers.get("cache-control") ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
  const maxAge = directives.map((directive) => /^max-age="?(\d{1,10})"?$/.exec(directive)?.[1]).find(isDefined)
  const age = /^\d{1,10}$/.exec(headers.get("age") ?? "")?.[0]
  return {
    isStorable: !directives.includes("no-store"),
    maxAge: maxAge === undefined || directives.includes("no-cache") ? 0 : Math.max(0, Number(maxAge) - Number(age ?? 0))
  }
}

const isDefined = <A>(value: A | undefined): value is A => value !== undefined
