import type { RateLimitExceeded } from "../../api/bodies/ErrorBodies.ts"
import { quotas, type Tier } from "../../domain/keys/Tier.ts"
import type { Refusal, Verdict } from "../../limits/Limiter.ts"
import { errorCodeHeader, vary } from "./ErrorReplies.ts"
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

/**
 * The 429 of a key that has exhausted its hour or its day (service spec, section 7). For an hour, `Retry-After` is the
 * number of the spec; `retry_after`, and both for a day, are the seconds that are left.
 */
export const limitExceeded = ({ exceeded, limit, retryAfterSeconds }: Refusal, upgradeUrl: string): Reply =>
  jsonReply(
    429,
    {
      error: "Rate limit exceeded",
      message: `You have exceeded the limit of ${limit} requests per ${exceeded}`,
      retry_after: retryAfterSeconds,
      upgrade_url: upgradeUrl
    } satisfies RateLimitExceeded,
    {
      ...vary,
      ...errorCodeHeader("limit-exceeded"),
      "Retry-After": exceeded === "hour" ? "3600" : String(retryAfterSeconds)
    }
  )

const limitText = (tier: Tier): string => {
  const { hour } = quotas[tier]
  return hour === Infinity ? "unlimited" : String(hour)
}

const hourlyLimits: Readonly<Record<Tier, string>> = {
  free: limitText("free"),
  professional: limitText("professional"),
  enterprise: limitText("enterprise")
}
