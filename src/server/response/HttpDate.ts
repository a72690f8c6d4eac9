import * as DateTime from "effect/DateTime"

/** A time in epoch milliseconds as headers have it, such as `Fri, 21 May 2027 00:00:00 GMT` (RFC 9110, 5.6.7). */
export const httpDate = (unixMillis: number): string =>
  DateTime.toDateUtc(DateTime.makeUnsafe(unixMillis)).toUTCString()

/** The same for the `Date` header of every response, made once a second. */
export const rememberedHttpDate = (unixMillis: number): string => {
  const second = Math.floor(unixMillis / 1000)
  if (second !== last.second) last = { second, text: httpDate(unixMillis) }
  return last.text
}

let last = { second: NaN, text: "" }
