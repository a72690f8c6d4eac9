import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { Tier } from "../../domain/keys/Tier.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { Decision, Refusal, Verdict } from "../../limits/Limiter.ts"
import type { Representation } from "../representation/Representation.ts"
import { internalError, limitsUnavailable } from "../response/ErrorReplies.ts"
import { limitExceeded, rateLimitHeaders } from "../response/RateLimit.ts"
import type { Reply } from "../response/Reply.ts"
import type { Content } from "./Content.ts"
import type { Answer, ReadService } from "./Respond.ts"

/** A request whose API key was accepted, and what it selects. */
export interface AuthorizedRequest {
  readonly requestId: string
  readonly endpoint: EndpointName
  /** The prefix of the API key. */
  readonly key: string
  readonly tier: Tier
  readonly now: Instant
  readonly content: Result.Result<Content, Reply>
  /** True if a 304 is possible. */
  readonly hasCondition: boolean
  readonly isUnchanged: (representation: Pick<Representation, "etag">) => boolean
}

/** Charges a request, unless it is answered with 304 or 429, and answers it. */
export const answerWithinLimit = (
  { limiter, upgradeUrl }: Pick<ReadService, "limiter" | "upgradeUrl">,
  { content, endpoint, hasCondition, isUnchanged, key, now, requestId, tier }: AuthorizedRequest
): Effect.Effect<Answer> => {
  const charge = () => limiter.charge(key, tier, now)
  const peek = () => limiter.peek(key, tier, now)
  const answer = (reply: Reply, verdict: Verdict): Answer => ({
    reply,
    endpoint,
    key,
    limits: rateLimitHeaders(tier, verdict)
  })
  const answerExceeded = (verdict: Refusal): Answer => ({
    ...answer(limitExceeded(verdict, upgradeUrl), verdict),
    exceeded: verdict.exceeded
  })
  const ifDecided =
    (decided: (verdict: Verdict) => Answer) =>
    (decision: Decision): Answer =>
      decision.allowed === undefined ? unanswerable : decided(decision)
  const unanswerable: Answer = { reply: limitsUnavailable, endpoint, key, limits: [] }
  // Errors in a request come before the limit, so an exhausted key gets them, too.
  const answerError = (reply: Reply) =>
    Effect.mapEager(
      charge(),
      ifDecided((verdict) => answer(reply, verdict))
    )

  if (Result.isFailure(content)) return answerError(content.failure)
  const answerContent = (reply: Reply, verdict: Verdict): Answer => ({
    reply,
    endpoint,
    key,
    limits: rateLimitHeaders(tier, verdict),
    content: content.success
  })
  const answerWith = (representation: Representation, earlier?: LimitDecision): Effect.Effect<Answer> => {
    const unchanged = isUnchanged(representation)
    const verdict =
      earlier !== undefined && earlier.charged !== unchanged
        ? Effect.succeed(earlier.verdict)
        : unchanged
          ? peek()
          : charge()
    return Effect.mapEager(
      verdict,
      ifDecided((verdict) =>
        verdict.allowed
          ? answerContent(unchanged ? representation.notModified : representation.ok, verdict)
          : answerExceeded(verdict)
      )
    )
  }
  const held = content.success.peek()
  if (held !== undefined) return answerWith(held)

  const known = hasCondition ? content.success.peekTag?.() : undefined
  if (known !== undefined && isUnchanged(known)) {
    return Effect.mapEager(
      peek(),
      ifDecided((verdict) => (verdict.allowed ? answerContent(known.notModified, verdict) : answerExceeded(verdict)))
    )
  }

  // Nothing is loaded for a client that would not get it. A shared limiter is asked once, except for a client whose copy
  // turns out to be outdated.
  const charged = !hasCondition || known !== undefined
  return Effect.flatMapEager(charged ? charge() : peek(), (verdict) => {
    if (verdict.allowed === undefined) return Effect.succeed(unanswerable)
    if (!verdict.allowed) return Effect.succeed(answerExceeded(verdict))
    const answerFailure = (failure: Cause.Cause<unknown>) => {
      const reply = internalError(requestId)
      const answered = charged ? Effect.succeed(answer(reply, verdict)) : answerError(reply)
      return Effect.map(answered, (answer) => ({ ...answer, failure }))
    }
    return content.success.load.pipe(
      Effect.flatMap((representation) => answerWith(representation, { charged, verdict })),
      Effect.catchCause(answerFailure)
    )
  })
}

/** An earlier decision about the same request. */
interface LimitDecision {
  readonly verdict: Verdict
  readonly charged: boolean
}
