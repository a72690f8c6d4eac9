import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { Tier } from "../../domain/keys/Tier.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { Allowance, LimitDecision, Verdict } from "../../limits/Limiter.ts"
import { isUnchanged, isWildcard } from "../representation/ConditionalRequest.ts"
import type { Representation } from "../representation/Representation.ts"
import { internalError, limitsUnavailable } from "../response/ErrorReplies.ts"
import { limitExceeded, rateLimitHeaders } from "../response/RateLimit.ts"
import type { Reply } from "../response/Reply.ts"
import type { RequestedContent } from "./Lookup.ts"
import type { Answer, ReadService } from "./Respond.ts"

/** A request whose API key was accepted. */
export interface AuthorizedRequest {
  readonly requestId: string
  readonly endpoint: EndpointName
  /** The prefix of the API key. */
  readonly key: string
  readonly tier: Tier
  readonly now: Instant
  /** Finds what the request selects, or the error in its path or query. */
  readonly content: () => Result.Result<RequestedContent, Reply>
  /** The header, if a 304 is possible. */
  readonly ifNoneMatch: string | undefined
}

/**
 * Answers a request in the order of its cost: an exhausted key gets 429 before anything is looked up, and nothing is
 * loaded or made for a request that is not charged. Free is only a 304 to an entity tag that is known without loading.
 */
export const answerWithinLimit = (
  { limiter, loads, upgradeUrl }: Pick<ReadService, "limiter" | "loads" | "upgradeUrl">,
  { content: find, endpoint, ifNoneMatch, key, now, requestId, tier }: AuthorizedRequest
): Effect.Effect<Answer> => {
  const answer = (reply: Reply, verdict: Verdict): Answer => ({
    reply,
    endpoint,
    key,
    limits: rateLimitHeaders(tier, verdict)
  })
  const ifAllowed = (decision: Effect.Effect<LimitDecision>, answered: (verdict: Allowance) => Effect.Effect<Answer>) =>
    Effect.flatMapEager(decision, (verdict): Effect.Effect<Answer> => {
      if (verdict.allowed === undefined) return Effect.succeed({ reply: limitsUnavailable, endpoint, key, limits: [] })
      if (verdict.allowed) return answered(verdict)
      return Effect.succeed({ ...answer(limitExceeded(verdict, upgradeUrl), verdict), exceeded: verdict.exceeded })
    })

  const answerCharged = (find: AuthorizedRequest["content"]) =>
    ifAllowed(limiter.charge(key, tier, now), (verdict) => {
      const found = find()
      if (Result.isFailure(found)) return Effect.succeed(answer(found.failure, verdict))
      const content = found.success
      const answerWith = (found: Representation): Answer => ({
        ...answer(isUnchanged(ifNoneMatch, found) ? found.notModified : found.ok, verdict),
        content
      })
      const held = content.peek()
      if (held !== undefined) return Effect.succeed(answerWith(held))
      return Effect.matchCause(loads(key, content.load), {
        onSuccess: answerWith,
        onFailure: (failure) => ({ ...answer(internalError(requestId), verdict), failure })
      })
    })

  if (ifNoneMatch === undefined || isWildcard(ifNoneMatch)) return answerCharged(find)
  return ifAllowed(limiter.peek(key, tier, now), (verdict) => {
    const found = find()
    const unchanged = Result.isSuccess(found) ? found.success.unchanged?.(ifNoneMatch) : undefined
    return unchanged === undefined
      ? answerCharged(() => found)
      : Effect.succeed({ ...answer(unchanged, verdict), content: Result.getOrThrow(found) })
  })
}
