import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { endpointRoute } from "../../api/EndpointRoutes.ts"
import { ApiKeySecurity, CurrentKey, RateLimits } from "../../api/endpoints/TaxonomyEndpoints.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Instant, Limiter } from "../../limits/Limiter.ts"
import { clientNetwork } from "../node/ClientAddress.ts"
import type { ServerMetrics } from "../observability/Metrics.ts"
import * as ErrorReplies from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"

/** What a request for an endpoint with an API key passes. */
export type Gates = ReturnType<typeof makeGates>

export interface GatesOptions {
  readonly authenticate: Authenticator
  readonly limiter: Limiter
  readonly metrics: Pick<ServerMetrics, "authenticationFailed">
  readonly maxUnauthorizedRequests: number
  readonly upgradeUrl: string
}

export const makeGates = ({ authenticate, limiter, maxUnauthorizedRequests, metrics, upgradeUrl }: GatesOptions) => {
  const unauthorized = makeUnauthorizedLimit(maxUnauthorizedRequests)
  const toUnauthorizedLimitReply = ErrorReplies.makeUnauthorizedLimitReplies(upgradeUrl)
  /**
   * Decides by the limits of a key (service spec, section 8). Succeeds with the 429 or 503 that the request gets, or with
   * `undefined` if it may go on, and notes the limits for its headers. The effect is an `Exit` if nothing is waited for.
   */
  const limitGate =
    (ask: Limiter["charge"]) =>
    (
      exchange: RequestFacts,
      { prefix, tier }: CurrentKey["Service"],
      cost?: number
    ): Effect.Effect<Reply | undefined> =>
      Effect.mapEager(ask(prefix, tier, exchange.now, cost), (verdict) => {
        if (verdict.allowed === undefined) return ErrorReplies.limitsUnavailable
        exchange.limitHeaders = ErrorReplies.rateLimitHeaders(tier, verdict, exchange.now)
        exchange.isNearLimit = ErrorReplies.isNearLimit(tier, verdict)
        if (verdict.allowed) return undefined
        exchange.exceeded = verdict.exceeded
        return ErrorReplies.limitExceeded(verdict, upgradeUrl)
      })
  return {
    /** Checks the API key of a request (service spec, 5.7), or returns the 401, 403 or 429 that it gets. */
    checkKey: (exchange: RequestFacts): Result.Result<CurrentKey["Service"], Reply> => {
      const { authorization } = exchange.request.headers
      const authentication = authenticate(authorization)
      if ("keyPrefix" in authentication) exchange.key = authentication.keyPrefix
      if (authentication._tag === "Accepted") {
        return Result.succeed({ prefix: authentication.keyPrefix, tier: authentication.tier })
      }
      metrics.authenticationFailed[authentication._tag]()
      const retryAfter = exchange.client === undefined ? undefined : unauthorized(exchange.client, exchange.now)
      if (retryAfter === undefined) return Result.fail(refusalOf(authentication, authorization))
      exchange.exceeded = "unauthorized"
      return Result.fail(toUnauthorizedLimitReply(retryAfter))
    },
    /** Refuses a key whose window is exhausted, without counting the request. */
    admit: limitGate(limiter.peek),
    /** Counts the request, as often as its endpoint says. */
    charge: limitGate(limiter.charge)
  }
}

const refusalOf = (
  authentication: Exclude<ReturnType<Authenticator>, { readonly _tag: "Accepted" }>,
  authorization = ""
): Reply => {
  if (authentication._tag !== "Invalid") return refusals[authentication._tag]
  if (!bearerScheme.test(authorization)) return ErrorReplies.unsupportedScheme
  return authentication.isMalformed === true ? ErrorReplies.malformedKey : ErrorReplies.unknownKey
}

const refusals = {
  Missing: ErrorReplies.missingKey,
  Revoked: ErrorReplies.revokedKey,
  Expired: ErrorReplies.expiredKey
}

const bearerScheme = /^Bearer(?: |$)/i

/**
 * The gates as middleware of the endpoints that require a key, whose handlers charge. They answer rather than fail: the
 * errors of the contract only describe the replies. The first reads `Authorization` itself, since a credential does not
 * tell why there is none.
 */
export const gateLayers = ({ admit, checkKey }: Gates, { respond }: Answering) =>
  [
    Layer.succeed(ApiKeySecurity, {
      ApiKey: (app, { endpoint }) =>
        Effect.flatMap(Exchange, (exchange) => {
          exchange.endpoint = endpointRoute(endpoint.identifier).name
          const key = checkKey(exchange)
          return Result.isFailure(key)
            ? Effect.succeed(respond(exchange, key.failure))
            : Effect.provideService(app, CurrentKey, key.success)
        })
    }),
    Layer.succeed(RateLimits, (app) =>
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const refusal = yield* admit(exchange, yield* CurrentKey)
        return refusal === undefined ? yield* app : respond(exchange, refusal)
      })
    )
  ] as const

/**
 * Counts requests without a valid API key, and returns the seconds to wait if their client has sent too many. Counts by
 * address in windows of a minute, which begin at the same time for all addresses, so that a new window is a new table.
 * With 0, nothing is counted. Clients with a valid key are never counted, whoever shares their address.
 *
 * Memory: the counts of at most `maxNetworks` addresses, about 10 MB. All others of a minute share one count.
 */
export const makeUnauthorizedLimit = (maxRequests: number, maxNetworks = 65_536) => {
  let counts = new Map<string, number>()
  let current = -Infinity
  return (address: string, { monotonicMillis }: Instant): number | undefined => {
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
