import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** Parses a `Retry-After` header, seconds or a date (RFC 9110, section 10.2.3), to milliseconds from now: at most a day. */
export const parseRetryAfter = (text: string | undefined, now: number): number | undefined => {
  const given = text?.trim() ?? ""
  if (/^\d{1,9}$/.test(given)) return Math.min(Number(given) * 1000, maxMillis)
  if (!/^[A-Za-z]{3}, .* GMT$/.test(given)) return undefined
  return Option.match(DateTime.make(given), {
    onNone: () => undefined,
    onSome: (date) => Math.min(Math.max(DateTime.toEpochMillis(date) - now, 0), maxMillis)
  })
}

const maxMillis = 86_400_000
