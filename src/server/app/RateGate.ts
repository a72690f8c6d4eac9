import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentKey, RateLimits } from "../../api/endpoints/TaxonomyEndpoints.ts"
import type { LimitDecision, Limiter } from "../../limits/Limiter.ts"
import { isNearLimit, limitExceeded, limitsUnavailable, rateLimitHeaders } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"

/**
 * Decides by the limits of a key (service spec, section 8). Succeeds with the 429 or 503 that the request gets, or with
 * `undefined` if it may go on, and notes the limits for its headers. The effects are `Exit`s if nothing is waited for.
 */
export interface RateGate {
  /** Refuses a key whose window is exhausted, without counting the request. */
  readonly admit: (exchange: RequestFacts, key: CurrentKey["Service"]) => Effect.Effect<Reply | undefined>
  /** Counts the request. */
  readonly charge: (exchange: RequestFacts, key: CurrentKey["Service"]) => Effect.Effect<Reply | undefined>
}

export const makeRateGate = (limiter: Limiter, upgradeUrl: string): RateGate => {
  const decide = (
    exchange: RequestFacts,
    { tier }: CurrentKey["Service"],
    verdict: LimitDecision
  ): Reply | undefined => {
    if (verdict.allowed === undefined) return limitsUnavailable
    exchange.limitHeaders = rateLimitHeaders(tier, verdict)
    exchange.isNearLimit = isNearLimit(tier, verdict)
    if (verdict.allowed) return undefined
    exchange.exceeded = verdict.exceeded
    return limitExceeded(verdict, upgradeUrl)
  }
  return {
    admit: (exchange, key) =>
      Effect.mapEager(limiter.peek(key.prefix, key.tier, exchange.now), (verdict) => decide(exchange, key, verdict)),
    charge: (exchange, key) =>
      Effect.mapEager(limiter.charge(key.prefix, key.tier, exchange.now), (verdict) => decide(exchange, key, verdict))
  }
}

/** The gate as a middleware of the endpoints that require a key. Their handlers charge. It answers rather than fails. */
export const rateGateLayer = (gate: RateGate, { respond }: Answering) =>
  Layer.succeed(RateLimits, (app) =>
    Effect.gen(function* () {
      const exchange = yield* Exchange
      const refusal = yield* gate.admit(exchange, yield* CurrentKey)
      return refusal === undefined ? yield* app : respond(exchange, refusal)
    })
  )
