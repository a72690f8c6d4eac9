import * as DateTime from "effect/DateTime"

/** The time as the `Date` header has it (RFC 9110, 5.6.7). Made once a second. */
export const httpDate = (unixMillis: number): string => {
  const second = Math.floor(unixMillis / 1000)
  if (second !== last.second) last = { second, text: DateTime.toDateUtc(DateTime.makeUnsafe(unixMillis)).toUTCString() }
  return last.text
}

let last = { second: NaN, text: "" }
