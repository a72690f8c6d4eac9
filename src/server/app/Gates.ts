import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { endpointRoute } from "../../api/EndpointRoutes.ts"
import { ApiKeySecurity, CurrentKey, RateLimits } from "../../api/endpoints/TaxonomyEndpoints.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { Limiter } from "../../limits/Limiter.ts"
import { clientNetwork } from "../clients/ClientAddress.ts"
import * as ErrorReplies from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"

/** Checks the API key of a request (service spec, 5.7), or returns the 401, 403 or 429 that it gets. */
export type KeyGate = (exchange: RequestFacts) => Result.Result<CurrentKey["Service"], Reply>

/** Requests that get 401 or 403 count as `unauthorized`. */
export const makeKeyGate = (
  authenticate: Authenticator,
  unauthorized: UnauthorizedLimit,
  upgradeUrl: string
): KeyGate => {
  const toUnauthorizedLimitReply = ErrorReplies.makeUnauthorizedLimitReplies(upgradeUrl)
  return (exchange) => {
    const { authorization } = exchange.request.headers
    const authentication = authenticate(authorization)
    const refuse = (reply: Reply) => {
      const retryAfter = exchange.client === undefined ? undefined : unauthorized(exchange.client, exchange.now)
      if (retryAfter === undefined) return Result.fail(reply)
      exchange.exceeded = "unauthorized"
      return Result.fail(toUnauthorizedLimitReply(retryAfter))
    }
    if (authentication._tag === "Missing") return refuse(ErrorReplies.missingKey)
    if (authentication.keyPrefix !== undefined) exchange.key = authentication.keyPrefix
    switch (authentication._tag) {
      case "Invalid":
        if (!bearerScheme.test(authorization ?? "")) return refuse(ErrorReplies.unsupportedScheme)
        return refuse(authentication.isMalformed === true ? ErrorReplies.malformedKey : ErrorReplies.unknownKey)
      case "Revoked":
        return refuse(ErrorReplies.revokedKey)
      case "Expired":
        return refuse(ErrorReplies.expiredKey)
      case "Accepted":
        return Result.succeed({ prefix: authentication.keyPrefix, tier: authentication.tier })
    }
  }
}

const bearerScheme = /^Bearer(?: |$)/i

/**
 * The gate as a middleware of the endpoints that require a key. It answers rather than fails: the errors of the contract
 * only describe the replies. It reads `Authorization` itself, since a credential does not tell why there is none.
 */
export const keyGateLayer = (gate: KeyGate, { respond }: Answering) =>
  Layer.succeed(ApiKeySecurity, {
    ApiKey: (app, { endpoint }) =>
      Effect.flatMap(Exchange, (exchange) => {
        exchange.endpoint = endpointRoute(endpoint.identifier).name
        const key = gate(exchange)
        return Result.isFailure(key)
          ? Effect.succeed(respond(exchange, key.failure))
          : Effect.provideService(app, CurrentKey, key.success)
      })
  })

/** Counts a request without a valid API key. Returns the seconds to wait if its client has sent too many. */
export type UnauthorizedLimit = (address: string, now: Instant) => number | undefined

/**
 * Counts by address in windows of a minute, which begin at the same time for all addresses, so that a new window is a
 * new table. With 0, nothing is counted. Clients with a valid key are never counted, whoever shares their address.
 *
 * Memory: the counts of at most `maxNetworks` addresses, about 10 MB. All others of a minute share one count.
 */
export const makeUnauthorizedLimit = (maxRequests: number, maxNetworks = 65_536): UnauthorizedLimit => {
  let counts = new Map<string, number>()
  let current = -Infinity
  return (address, { monotonicMillis }) => {
    if (maxRequests === 0) return undefined
    const window = Math.floor(monotonicMillis / windowMillis)
    if (window !== current) {
      current = window
      counts = new Map()
    }
    const network = clientNetwork(address)
    const key = counts.has(network) || counts.size < maxNetworks ? network : others
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > maxRequests ? Math.ceil(((window + 1) * windowMillis - monotonicMillis) / 1000) : undefined
  }
}

const windowMillis = 60_000

const others = "all other networks"

/**
 * Decides by the limits of a key (service spec, section 8). Succeeds with the 429 or 503 that the request gets, or with
 * `undefined` if it may go on, and notes the limits for its headers. The effects are `Exit`s if nothing is waited for.
 */
export interface RateGate {
  /** Refuses a key whose window is exhausted, without counting the request. */
  readonly admit: (exchange: RequestFacts, key: CurrentKey["Service"]) => Effect.Effect<Reply | undefined>
  /** Counts the request, as often as its endpoint says. */
  readonly charge: (
    exchange: RequestFacts,
    key: CurrentKey["Service"],
    cost?: number
  ) => Effect.Effect<Reply | undefined>
}

export const makeRateGate = (limiter: Limiter, upgradeUrl: string): RateGate => {
  const decideBy =
    (ask: Limiter["charge"]): RateGate["charge"] =>
    (exchange, { prefix, tier }, cost) =>
      Effect.mapEager(ask(prefix, tier, exchange.now, cost), (verdict) => {
        if (verdict.allowed === undefined) return ErrorReplies.limitsUnavailable
        exchange.limitHeaders = ErrorReplies.rateLimitHeaders(tier, verdict, exchange.now)
        exchange.isNearLimit = ErrorReplies.isNearLimit(tier, verdict)
        if (verdict.allowed) return undefined
        exchange.exceeded = verdict.exceeded
        return ErrorReplies.limitExceeded(verdict, upgradeUrl)
      })
  return { admit: decideBy(limiter.peek), charge: decideBy(limiter.charge) }
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
