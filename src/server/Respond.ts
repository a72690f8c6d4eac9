import * as DateTime from "effect/DateTime"
import type { Authenticator } from "../keys/Authentication.ts"
import type { Limiter } from "../limits/Limiter.ts"
import type { Catalog } from "./Catalog.ts"
import { namesTag } from "./Conditional.ts"
import { unknownParameter } from "./Parameters.ts"
import { limitExceeded, rateLimitHeaders } from "./RateLimit.ts"
import {
  badRequest,
  invalidKey,
  missingKey,
  notFound,
  preflight,
  revokedKey,
  unknownPath,
  vary,
  wrongMethod
} from "./Refusals.ts"
import { jsonReply, type Reply } from "./Reply.ts"
import type { routesUnder, TaxonomyRoute } from "./Routes.ts"

/** What answers are made from. Nothing in here waits: a request is decided in one go. */
export interface ReadService {
  readonly routes: ReturnType<typeof routesUnder>
  /** The catalog in force; read once a request, so that no response mixes two. */
  readonly catalog: () => Catalog
  readonly authenticate: Authenticator
  readonly limiter: Limiter
  /** Where a caller finds a higher tier; part of every 429 (service spec, section 7). */
  readonly upgradeUrl: string
  /** The service's own version, for its health. */
  readonly version: string
  /** Whether the process is about to end. */
  readonly draining: () => boolean
}

/** What of a request decides its answer. */
export interface ReadRequest {
  readonly method: string
  /** The request target as it was sent, such as `/api/taxonomy/v1/schema`. */
  readonly target: string
  readonly authorization: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface Answer {
  readonly reply: Reply
  /** The identifier of the key that was used or tried. */
  readonly key: string | undefined
  /** The `X-RateLimit-*` headers, after authentication. */
  readonly limits: ReadonlyArray<string>
}

/**
 * Answers a request, in this order: route (404, 405), key (401, 403), parameters (400, 404), limit (429), condition
 * (304), body. `now` is in epoch milliseconds. What follows authentication is counted, but for 304 and 429.
 */
export const respond = (service: ReadService, request: ReadRequest, now: number): Answer => {
  const { path, query } = splitTarget(request.target)
  const route = service.routes(service.catalog(), path)
  if (route === undefined) return open(unknownPath)
  if (request.method === "OPTIONS") return open(preflight)
  if (request.method !== "GET") return open(wrongMethod)
  switch (route._tag) {
    case "Health":
      return open(health(service, query, now))
    case "Taxonomy":
      return taxonomy(service, request, route, query, now)
  }
}

const health = (service: ReadService, query: string, now: number): Reply => {
  const problem = unknownParameter(query, [])
  if (problem !== undefined) return badRequest(problem)
  const draining = service.draining()
  return jsonReply(draining ? 503 : 200, {
    status: draining ? "draining" : "ok",
    version: service.version,
    timestamp: DateTime.formatIso(DateTime.makeUnsafe(now))
  })
}

const taxonomy = (
  { authenticate, limiter, upgradeUrl }: ReadService,
  { authorization, ifNoneMatch }: ReadRequest,
  { absent, artifact, release }: TaxonomyRoute,
  query: string,
  now: number
): Answer => {
  const authentication = authenticate(authorization)
  switch (authentication._tag) {
    case "Missing":
      return open(missingKey)
    case "Invalid":
      return { ...open(invalidKey), key: authentication.identifier }
    case "Revoked":
      return { ...open(revokedKey), key: authentication.identifier }
    case "Accepted":
  }
  const { identifier: key, tier } = authentication

  const served = release.artifacts.get(artifact)
  const refusal = parameterRefusal(query) ?? (served === undefined ? notFound(absent) : undefined)
  if (refusal !== undefined || served === undefined) {
    const verdict = limiter.charge(key, tier, now)
    return { reply: refusal ?? unknownPath, key, limits: rateLimitHeaders(tier, verdict) }
  }

  const unchanged = ifNoneMatch !== undefined && namesTag(ifNoneMatch, served.etag)
  const verdict = unchanged ? limiter.peek(key, tier, now) : limiter.charge(key, tier, now)
  const limits = rateLimitHeaders(tier, verdict)
  if (!verdict.allowed) return { reply: limitExceeded(verdict, upgradeUrl), key, limits }
  return { reply: unchanged ? served.notModified : served.ok, key, limits }
}

const parameterRefusal = (query: string): Reply | undefined => {
  const problem = unknownParameter(query, [])
  return problem === undefined ? undefined : badRequest(problem, vary)
}

const open = (reply: Reply): Answer => ({ reply, key: undefined, limits: [] })

const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  // A proxy sends the whole address (RFC 9112, 3.2.2); the host in it decides nothing here.
  const origin = target.startsWith("/") ? undefined : absoluteForm.exec(target)
  const rest = origin === undefined || origin === null ? target : target.slice(origin[0].length)
  const mark = rest.indexOf("?")
  return mark === -1 ? { path: rest, query: "" } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) }
}

const absoluteForm = /^https?:\/\/[^/?#]+/i
