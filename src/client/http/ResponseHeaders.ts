// @effect-diagnostics globalDate:off
import { requestIdPattern } from "../../api/parameters/ParameterPatterns.ts"
import { statusOfErrorCode } from "../model/BodyTypes.generated.ts"
import type { CodeRemoved } from "../model/ClientErrors.ts"
import type { RateLimit, ServedVersion } from "../model/ResponsePromise.ts"
import type { DeprecationNotice } from "../options/ClientOptions.ts"

/** The entity tag of a body, if it is well-formed. */
export const entityTagOf = (headers: Headers): string | undefined => {
  const tag = headers.get("etag")
  return tag !== null && entityTagPattern.test(tag) ? tag : undefined
}

/** An entity tag of a reasonable length (RFC 9110, 8.8.3). */
export const entityTagPattern = /^(?:W\/)?"[\x21\x23-\x7e]{0,1024}"$/

/** The id of the request in the server's log. An id that contains the API key is ignored. */
export const requestIdOf = (headers: Headers, mask: Mask): string | undefined => tokenOf(headers, "x-request-id", mask)

/** A code of the contract. */
export type KnownErrorCode = keyof typeof statusOfErrorCode

/** The code of an error, if this client knows it and its status is right. */
export const errorCodeOf = (headers: Headers, status: number): KnownErrorCode | undefined => {
  const code = headers.get("x-error-code")
  return isErrorCode(code) && statusOfErrorCode[code] === status ? code : undefined
}

/** True for an error code that this client does not know, of whatever form. */
export const hasUnknownErrorCode = (headers: Headers): boolean => {
  const code = headers.get("x-error-code") ?? ""
  return code !== "" && !isErrorCode(code)
}

/** An error code that this client does not know, as from a newer server. One that contains the API key is ignored. */
export const unknownErrorCodeOf = (headers: Headers, mask: Mask): string | undefined => {
  const code = tokenOf(headers, "x-error-code", mask)
  return isErrorCode(code) ? undefined : code
}

/** True if the service selected a release for the request. */
export const hasRelease = (headers: Headers): boolean => headers.has("x-taxonomy-version")

/** True if the response has a header that the service sends once it has accepted the API key. */
export const isFromService = (headers: Headers): boolean => serviceHeaders.some((name) => headers.has(name))

const serviceHeaders = [
  "x-api-version",
  "x-taxonomy-version",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset"
]

/** The items that replace a removed one, and how. Older servers do not send the mode. */
export const replacementOf = (headers: Headers, mask: Mask): Pick<CodeRemoved, "mode" | "replacedBy"> => {
  const mode = headers.get("x-replacement-mode")
  const replacedBy = (headers.get("x-replaced-by") ?? "")
    .split(",")
    .map((item) => mask(item.trim()))
    .filter((item) => item !== "")
  return { replacedBy, mode: replacedBy.length > 0 && isReplacementMode(mode) ? mode : undefined }
}

/** The seconds to wait. `Retry-After` may be a date by the server's clock (RFC 9110, 10.2.3). */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const retryAfter = headers.get("retry-after")
  const date = parseHttpDate(retryAfter)
  if (date === undefined) return parseCount(retryAfter)
  const now = parseHttpDate(headers.get("date")) ?? new Date()
  return Math.max(0, Math.ceil((date.getTime() - now.getTime()) / 1000))
}

export const rateLimitOf = (headers: Headers): RateLimit | undefined => {
  const limit = parseLimit(headers.get("x-ratelimit-limit"))
  const remaining = parseLimit(headers.get("x-ratelimit-remaining"))
  const reset = fromUnixSeconds(parseCount(headers.get("x-ratelimit-reset")))
  return limit === undefined || remaining === undefined || reset === undefined ? undefined : { limit, remaining, reset }
}

export const servedVersionOf = (headers: Headers): ServedVersion | undefined => {
  const taxonomy = headers.get("x-taxonomy-version")
  if (taxonomy === null) return undefined
  return {
    taxonomy,
    latest: headers.get("x-latest-version") ?? undefined,
    latestCompatible: headers.get("x-latest-compatible-version") ?? undefined,
    upgradeAvailable: headers.get("x-upgrade-available") === "true"
  }
}

/** The deprecation headers of a response: the warning as a whole, and the dates of the resource (RFC 9745, RFC 8594). */
export type DeprecationHeaders = Pick<DeprecationNotice, "deprecatedAt" | "sunset"> & {
  readonly warning: string | undefined
}

export const deprecationHeadersOf = (headers: Headers, mask: Mask): DeprecationHeaders => {
  const warning = headers.get("x-deprecation-warning")
  const since = /^@(\d+)$/.exec(headers.get("deprecation") ?? "")?.[1]
  return {
    warning: warning === null ? undefined : mask(warning),
    deprecatedAt: fromUnixSeconds(parseCount(since)),
    sunset: parseDate(headers.get("sunset") ?? "")
  }
}

const isErrorCode = (code: string | null | undefined): code is KnownErrorCode =>
  typeof code === "string" && Object.hasOwn(statusOfErrorCode, code)

/** Replaces the API key in a text. */
type Mask = (text: string) => string

const tokenOf = (headers: Headers, name: string, mask: Mask): string | undefined => {
  const token = headers.get(name)
  return token !== null && mask(token) === token && requestIdPattern.test(token) ? token : undefined
}

const isReplacementMode = (mode: string | null): mode is "one_of" | "all_of" => mode === "one_of" || mode === "all_of"

const parseCount = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

const parseLimit = (text: string | null): number | "unlimited" | undefined =>
  text === "unlimited" ? text : parseCount(text)

const fromUnixSeconds = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : parseDate(seconds * 1000)

const parseHttpDate = (text: string | null): Date | undefined =>
  text !== null && /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? parseDate(text)
    : undefined

const parseDate = (time: string | number): Date | undefined => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date
}

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
