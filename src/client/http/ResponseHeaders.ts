import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { ToldDeprecation } from "../model/DeprecationNotices.ts"
import type { RateLimit, ServedVersion } from "../options/ClientOptions.ts"

/** The tag of a body, where it has the form of one. */
export const entityTagOf = (headers: Headers): string | undefined => {
  const tag = headers.get("etag")
  return tag !== null && tag.length <= 1024 && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined
}

/** The id by which the service knows the request. One that holds the key is none. */
export const requestIdOf = (headers: Headers, mask: Mask): string | undefined => {
  const id = headers.get("x-request-id")
  return id !== null && mask(id) === id && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : undefined
}

/** After how many seconds to ask again. It may be told as a date (RFC 9110, 10.2.3), which is one of the server's clock. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const told = headers.get("retry-after")
  const date = httpDateOf(told)
  if (date === undefined) return count(told)
  const now = httpDateOf(headers.get("date")) ?? DateTime.toDateUtc(DateTime.nowUnsafe())
  return Math.max(0, Math.ceil((date.getTime() - now.getTime()) / 1000))
}

export const rateLimitOf = (headers: Headers): RateLimit | undefined => {
  const limit = countOrUnlimited(headers.get("x-ratelimit-limit"))
  const remaining = countOrUnlimited(headers.get("x-ratelimit-remaining"))
  const reset = dateOfSeconds(count(headers.get("x-ratelimit-reset")))
  return limit === undefined || remaining === undefined || reset === undefined ? undefined : { limit, remaining, reset }
}

export const servedVersionOf = (headers: Headers, mask: Mask): ServedVersion | undefined => {
  const taxonomy = headers.get("x-taxonomy-version")
  if (taxonomy === null) return undefined
  const latest = headers.get("x-latest-version")
  return {
    taxonomy: mask(taxonomy),
    latest: latest === null ? undefined : mask(latest),
    upgradeAvailable: headers.get("x-upgrade-available") === "true"
  }
}

/** What an answer says of what is going away. */
export const deprecationOf = (
  headers: Headers,
  mask: Mask
): Pick<ToldDeprecation, "text" | "deprecatedAt" | "sunset"> => {
  const text = headers.get("x-deprecation-warning")
  const since = /^@(\d+)$/.exec(headers.get("deprecation") ?? "")?.[1]
  return {
    text: text === null ? undefined : mask(text),
    deprecatedAt: dateOfSeconds(count(since)),
    sunset: dateOf(headers.get("sunset") ?? "")
  }
}

/** Takes the key out of a text. */
type Mask = (text: string) => string

const count = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

const countOrUnlimited = (text: string | null): number | "unlimited" | undefined =>
  text === "unlimited" ? text : count(text)

const dateOfSeconds = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : dateOf(seconds * 1000)

const httpDateOf = (text: string | null): Date | undefined =>
  text !== null && /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? dateOf(text)
    : undefined

const dateOf = (time: string | number): Date | undefined =>
  Option.getOrUndefined(Option.map(DateTime.make(time), DateTime.toDateUtc))
