import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { endpointRoute } from "../../api/EndpointRoutes.ts"
import { ApiKeySecurity, CurrentKey } from "../../api/endpoints/TaxonomyEndpoints.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Instant } from "../../limits/Instant.ts"
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
