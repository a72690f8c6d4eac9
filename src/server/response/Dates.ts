// @effect-diagnostics globalDate:off
// `DateTime` takes five times as long, which is 4 % of a request.

/** Formats epoch milliseconds or a timestamp for headers, such as `Fri, 21 May 2027 00:00:00 GMT` (RFC 9110, 5.6.7). */
export const formatHttpDate = (time: number | string): string => new Date(time).toUTCString()

/** Formats epoch milliseconds in ISO 8601, in UTC. Many requests are of one millisecond. */
export const formatIsoTime = (unixMillis: number): string => {
  if (unixMillis !== last.unixMillis) last = { unixMillis, text: new Date(unixMillis).toISOString() }
  return last.text
}

let last = { unixMillis: NaN, text: "" }
