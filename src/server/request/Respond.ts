import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { Limiter } from "../../limits/Limiter.ts"
import type { WindowName } from "../../limits/Windows.ts"
import type { BodySource } from "../catalog/BodyCache.ts"
import type { ServedCatalog } from "../catalog/Catalog.ts"
import type { ProofSource } from "../catalog/ProofSource.ts"
import type { ChangesSource } from "../changes/ChangesCache.ts"
import type { Documents } from "../Documents.ts"
import type { ExplorerPages } from "../ExplorerPages.ts"
import { isUnchanged } from "../representation/ConditionalRequest.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import type { ReleaseDocuments } from "../representation/ReleaseDocuments.ts"
import {
  expiredKey,
  internalError,
  invalidKey,
  malformedPath,
  methodNotAllowed,
  methodNotAllowedWithHead,
  missingKey,
  revokedKey,
  unsupportedScheme
} from "../response/ErrorReplies.ts"
import { preflight, preflightWithHead, type Reply } from "../response/Reply.ts"
import { answerWithinLimit } from "./AnswerWithinLimit.ts"
import { findContent, withPrecondition } from "./Content.ts"
import type { LoadsByKey } from "./LoadsByKey.ts"
import { missingApiVersion, type RequestedContent } from "./Lookup.ts"
import { isDecodable, splitTarget } from "./RequestTarget.ts"
import { isVersioned, type ReadRoute } from "./Routes.ts"

/** What responses are made from. A record of functions rather than services: the hot path does no context look-up. */
export interface ReadService {
  readonly routes: (path: string) => ReadRoute | undefined
  /** The response for a path that no endpoint has. */
  readonly pathNotFound: Reply
  /** The current catalog. Read once per request, so that no response mixes two. */
  readonly catalog: () => ServedCatalog
  readonly bodies: BodySource
  readonly changes: ChangesSource
  /** The proofs of artifacts, made on first use. */
  readonly proofs: ProofSource
  /** The documents about the interface, made on first use. */
  readonly documents: Effect.Effect<Documents>
  /** The documents about the interface to a release, made on first use. */
  readonly releaseDocuments: ReleaseDocuments
  readonly explorer: ExplorerPages
  readonly authenticate: Authenticator
  readonly limiter: Limiter
  /** Loads or makes content for a key. */
  readonly loads: LoadsByKey
  /** Restricts what caches may do with a response that an API key is needed for. */
  readonly restrictCaching: (reply: Reply) => Reply
  /** Counts a request that gets 401 or 403. Returns the response instead if its address has sent too many. */
  readonly refuseUnauthorized: (address: string, now: Instant) => Reply | undefined
  /** Where a client finds a higher tier; part of every 429 (service spec, section 7). */
  readonly upgradeUrl: string
  /** The version of the service, for its health. */
  readonly version: string
  /** True if a reload failed, so that older data is served. */
  readonly degraded: () => boolean
  /** True if the process is shutting down. */
  readonly draining: () => boolean
}

/** The parts of a request that determine the response. */
export interface ReadRequest {
  readonly id: string
  /** The address of the client. */
  readonly client: string | undefined
  readonly method: string
  /** True for a CORS preflight: OPTIONS with `Access-Control-Request-Method`. */
  readonly isPreflight: boolean
  /** The request target as it was sent, such as `/api/taxonomy/v1/schema`. */
  readonly target: string
  readonly authorization: string | undefined
  readonly acceptEncoding: string | undefined
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface Answer {
  readonly reply: Reply
  /** `undefined` if no endpoint has the path, or no release its API version. */
  readonly endpoint: EndpointName | undefined
  /** The prefix of the API key that was used or tried. */
  readonly key: string | undefined
  /** The `X-RateLimit-*` headers, after authentication. */
  readonly limits: ReadonlyArray<string>
  /** What was answered with; absent from errors. */
  readonly content?: Pick<RequestedContent, "release" | "fromRelease">
  /** The exhausted window of a 429, or what else was exhausted. */
  readonly exceeded?: WindowName | "unauthorized"
  /** The cause of a 500, for the log. */
  readonly failure?: unknown
}

/**
 * Answers a request, in this order: route (404, 405), API key (401, 403; 429 if an address got too many of them),
 * exhausted limit (429), parameters (400, 404), condition (304), body. Everything after authentication counts against the
 * limit of the key, except 429, and 304 to an entity tag that is known without loading anything.
 *
 * The effect is an `Exit` unless the answer has to wait for something, so the usual request needs no fiber.
 */
export const respond = (service: ReadService, request: ReadRequest, now: Instant): Effect.Effect<Answer> => {
  const { path, query } = splitTarget(request.target)
  const route = service.routes(path)
  const catalog = service.catalog()
  if (route === undefined) {
    // About the server as a whole (RFC 9110, 9.3.7).
    if (path === "*" && request.method === "OPTIONS") return Effect.succeed(openAnswer(undefined, preflight))
    // A preflight succeeds on every path: otherwise browsers hide the error of the request that follows.
    if (request.isPreflight) return Effect.succeed(openAnswer(undefined, preflight))
    if (service.explorer.owns(path)) return answerExplorer(service, request, path)
    return Effect.succeed(openAnswer(undefined, isDecodable(path) ? service.pathNotFound : malformedPath))
  }
  if (isVersioned(route) && !catalog.apiVersions.has(route.apiVersion)) {
    return Effect.succeed(openAnswer(undefined, request.isPreflight ? preflight : missingApiVersion(service, route)))
  }
  const { allowsHead, conditional, keyed, name } = route.endpoint
  const open = (reply: Reply): Answer => openAnswer(name, reply)
  if (request.method === "OPTIONS") return Effect.succeed(open(allowsHead ? preflightWithHead : preflight))
  // Node sends no body in response to HEAD.
  if (request.method !== "GET" && !(allowsHead && request.method === "HEAD")) {
    return Effect.succeed(open(allowsHead ? methodNotAllowedWithHead : methodNotAllowed))
  }

  const ifNoneMatch = conditional ? request.ifNoneMatch : undefined
  const content = () => {
    const found = findContent(service, catalog, route, query, request, now)
    const { ifMatch } = request
    return conditional && ifMatch !== undefined ? Result.map(found, (one) => withPrecondition(one, ifMatch)) : found
  }
  if (!keyed) {
    const found = content()
    if (Result.isFailure(found)) return Effect.succeed(open(found.failure))
    return Effect.matchCauseEager(found.success.load, {
      onSuccess: (representation) =>
        open(isUnchanged(ifNoneMatch, representation) ? representation.notModified : representation.ok),
      onFailure: (failure) => ({ ...open(internalError(request.id)), failure })
    })
  }
  const refuseKey = (reply: Reply, key?: string): Effect.Effect<Answer> => {
    const refusal = request.client === undefined ? undefined : service.refuseUnauthorized(request.client, now)
    return Effect.succeed(
      refusal === undefined ? { ...open(reply), key } : { ...open(refusal), key, exceeded: "unauthorized" }
    )
  }
  const authentication = service.authenticate(request.authorization)
  switch (authentication._tag) {
    case "Missing":
      return refuseKey(missingKey)
    case "Invalid":
      return refuseKey(
        bearerScheme.test(request.authorization ?? "") ? invalidKey : unsupportedScheme,
        authentication.keyPrefix
      )
    case "Revoked":
      return refuseKey(revokedKey, authentication.keyPrefix)
    case "Expired":
      return refuseKey(expiredKey, authentication.keyPrefix)
    case "Accepted":
      return Effect.mapEager(
        answerWithinLimit(service, {
          requestId: request.id,
          endpoint: name,
          key: authentication.keyPrefix,
          tier: authentication.tier,
          now,
          content,
          ifNoneMatch
        }),
        (answer) => ({ ...answer, reply: service.restrictCaching(answer.reply) })
      )
  }
}

const bearerScheme = /^Bearer +[^ ]/i

/** Answers a request for the Explorer, which is no part of the contract. */
const answerExplorer = (
  { explorer, pathNotFound }: Pick<ReadService, "explorer" | "pathNotFound">,
  { acceptEncoding, ifNoneMatch, method }: ReadRequest,
  path: string
): Effect.Effect<Answer> =>
  Effect.map(explorer.find(path, negotiateEncoding(acceptEncoding)), (found) => {
    if (found === undefined) return openAnswer(undefined, pathNotFound)
    if (method === "OPTIONS") return openAnswer(undefined, preflight)
    if (method !== "GET") return openAnswer(undefined, methodNotAllowed)
    return openAnswer(undefined, isUnchanged(ifNoneMatch, found) ? found.notModified : found.ok)
  })

const openAnswer = (endpoint: Answer["endpoint"], reply: Reply): Answer => ({
  reply,
  endpoint,
  key: undefined,
  limits: []
})
