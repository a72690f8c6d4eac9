import { RateLimitExceeded } from "../../api/bodies/ErrorBodies.ts"
import { quotas, type Tier } from "../../domain/keys/Tier.ts"
import type { LimitRefusal, Verdict } from "../../limits/Limiter.ts"
import { errorCodeHeader, errorReply, vary } from "./ErrorReplies.ts"
import { jsonReply, type Reply } from "./Reply.ts"

/** The `X-RateLimit-*` headers, names and values in turn (service spec, 4.6). The limit is always that of an hour. */
export const rateLimitHeaders = (tier: Tier, { remaining, reset }: Verdict): ReadonlyArray<string> => [
  "X-RateLimit-Limit",
  hourlyLimits[tier],
  "X-RateLimit-Remaining",
  String(remaining),
  "X-RateLimit-Reset",
  String(reset)
]

/** True if less than a tenth of the hourly limit remains. */
export const isNearLimit = (tier: Tier, { remaining }: Verdict): boolean =>
  remaining !== "unlimited" && remaining < quotas[tier].hour / 10

/**
 * The 429 of a key that has exhausted its hour or its day (service spec, section 7). For an hour, `Retry-After` is the
 * number of the spec; `retry_after`, and both for a day, are the seconds that are left.
 */
export const limitExceeded = ({ exceeded, limit, retryAfterSeconds }: LimitRefusal, upgradeUrl: string): Reply =>
  jsonReply(
    429,
    {
      error: "Rate limit exceeded",
      message: `You have exceeded the limit of ${limit} requests per ${exceeded}`,
      retry_after: retryAfterSeconds,
      upgrade_url: upgradeUrl
    } satisfies typeof RateLimitExceeded.Type,
    {
      ...vary,
      ...errorCodeHeader("limit-exceeded"),
      "Retry-After": exceeded === "hour" ? "3600" : String(retryAfterSeconds)
    }
  )

/**
 * Makes the 429 of an address that has sent too many requests without a valid API key. Each number of seconds has one
 * reply, since this must cost no more than the 401 in its place.
 */
export const makeUnauthorizedLimitReplies = (upgradeUrl: string): ((retryAfterSeconds: number) => Reply) => {
  const replies = new Map<number, Reply>()
  return (retryAfterSeconds) => {
    const existing = replies.get(retryAfterSeconds)
    if (existing !== undefined) return existing
    const reply = errorReply(
      RateLimitExceeded,
      "unauthorized-limit-exceeded",
      {
        message: "Too many requests without a valid API key came from this address",
        retry_after: retryAfterSeconds,
        upgrade_url: upgradeUrl
      },
      { ...vary, "Retry-After": String(retryAfterSeconds) }
    )
    replies.set(retryAfterSeconds, reply)
    return reply
  }
}

const limitText = (tier: Tier): string => {
  const { hour } = quotas[tier]
  return hour === Infinity ? "unlimited" : String(hour)
}

const hourlyLimits: Readonly<Record<Tier, string>> = {
  free: limitText("free"),
  professional: limitText("professional"),
  enterprise: limitText("enterprise")
}
