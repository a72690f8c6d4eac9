import * as DateTime from "effect/DateTime"

/** Formats epoch milliseconds for headers, such as `Fri, 21 May 2027 00:00:00 GMT` (RFC 9110, 5.6.7). */
export const formatHttpDate = (unixMillis: number): string =>
  DateTime.toDateUtc(DateTime.makeUnsafe(unixMillis)).toUTCString()

/** Formats epoch milliseconds in ISO 8601, in UTC. */
export const formatIsoTime = (unixMillis: number): string => DateTime.formatIso(DateTime.makeUnsafe(unixMillis))
