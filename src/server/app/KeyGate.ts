import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { endpointRoute } from "../../api/EndpointRoutes.ts"
import { ApiKeySecurity, CurrentKey } from "../../api/endpoints/TaxonomyEndpoints.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Instant } from "../../limits/Instant.ts"
import { clientNetwork } from "../clients/ClientAddress.ts"
import { expiredKey, invalidKey, missingKey, revokedKey, unsupportedScheme } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"

/** Checks the API key of a request (service spec, 5.7), or returns the 401, 403 or 429 that it gets. */
export type KeyGate = (exchange: RequestFacts) => Result.Result<CurrentKey["Service"], Reply>

export interface KeyGateOptions {
  readonly authenticate: Authenticator
  /** Counts a request that gets 401 or 403. Returns the response instead if its address has sent too many. */
  readonly refuseUnauthorized: (address: string, now: Instant) => Reply | undefined
}

export const makeKeyGate =
  ({ authenticate, refuseUnauthorized }: KeyGateOptions): KeyGate =>
  (exchange) => {
    const { authorization } = exchange.request.headers
    const authentication = authenticate(authorization)
    const refuse = (reply: Reply) => {
      const tooMany = exchange.client === undefined ? undefined : refuseUnauthorized(exchange.client, exchange.now)
      if (tooMany !== undefined) exchange.exceeded = "unauthorized"
      return Result.fail(tooMany ?? reply)
    }
    if (authentication._tag === "Missing") return refuse(missingKey)
    if (authentication.keyPrefix !== undefined) exchange.key = authentication.keyPrefix
    switch (authentication._tag) {
      case "Invalid":
        return refuse(bearerScheme.test(authorization ?? "") ? invalidKey : unsupportedScheme)
      case "Revoked":
        return refuse(revokedKey)
      case "Expired":
        return refuse(expiredKey)
      case "Accepted":
        return Result.succeed({ prefix: authentication.keyPrefix, tier: authentication.tier })
    }
  }

const bearerScheme = /^Bearer +[^ ]/i

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

/** Counts the requests of clients without a valid API key. */
export interface UnauthorizedLimit {
  /** Counts a request. Returns the seconds until the client may send another one if it has sent too many. */
  readonly charge: (address: string, now: Instant) => number | undefined
}

/**
 * Counts by address in windows of a minute, which begin at the same time for all addresses, so that a new window is a
 * new table. With 0, nothing is counted. Clients with a valid key are never counted, whoever shares their address.
 *
 * Memory: the counts of at most `maxNetworks` addresses, about 10 MB. All others of a minute share one count.
 */
export const makeUnauthorizedLimit = (maxRequests: number, maxNetworks = 65_536): UnauthorizedLimit => {
  let counts = new Map<string, number>()
  let current = -Infinity
  return {
    charge: (address, { monotonicMillis }) => {
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
}

const windowMillis = 60_000

/** No address. */
const others = ""
