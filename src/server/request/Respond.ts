import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import type { Tier } from "../../domain/keys/Tier.ts"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { Moment } from "../../limits/Instant.ts"
import type { Limiter, Refused, Verdict } from "../../limits/Limiter.ts"
import type { WindowName } from "../../limits/Windows.ts"
import type { ApiVersion, Catalog, ServedRelease } from "../catalog/Catalog.ts"
import type { ArtifactBroken } from "../catalog/CatalogErrors.ts"
import { warningHeader } from "../catalog/DeprecationHeaders.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { removed } from "../catalog/RemovedItems.ts"
import type { Documents } from "../Documents.ts"
import { namesTag } from "../representation/ConditionalRequest.ts"
import { codingFor } from "../representation/ContentEncoding.ts"
import { envelopeVariant, filteredVariant, type Variant } from "../representation/Representations.ts"
import {
  badRequest,
  internalError,
  invalidKey,
  missingKey,
  notFound,
  preflight,
  removedItem,
  revokedKey,
  vary,
  wrongMethod
} from "../response/ErrorReplies.ts"
import { isoTime } from "../response/IsoTime.ts"
import { limitExceeded, rateLimitHeaders } from "../response/RateLimit.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"
import { readQuery, unexpectedParameter, type QueryProblem } from "./Query.ts"
import type { Resource } from "./Resource.ts"
import type { DocumentName, Route, routesUnder, TaxonomyRoute } from "./Routes.ts"

/** What answers are made from. */
export interface ReadService {
  readonly routes: ReturnType<typeof routesUnder>
  /** The answer where no route leads. */
  readonly unknownPath: Reply
  /** The catalog in force; read once a request, so that no response mixes two. */
  readonly catalog: () => Catalog
  /** The bodies of releases, where they are in memory and where they must be fetched. */
  readonly bodies: {
    readonly peek: (release: ServedRelease["release"]) => ReleaseBodies | undefined
    readonly load: (release: ServedRelease["release"]) => Effect.Effect<ReleaseBodies, ArtifactBroken | PlatformError>
  }
  /** What describes the interface; made when it is first asked for. */
  readonly documents: Effect.Effect<Documents>
  readonly authenticate: Authenticator
  readonly limiter: Limiter
  /** Where a caller finds a higher tier; part of every 429 (service spec, section 7). */
  readonly upgradeUrl: string
  /** The service's own version, for its health. */
  readonly version: string
  /** Whether what is served is older than it should be, because a reload failed. */
  readonly degraded: () => boolean
  /** Whether the process is about to end. */
  readonly draining: () => boolean
}

/** What of a request decides its answer. */
export interface ReadRequest {
  readonly id: string
  readonly method: string
  /** The request target as it was sent, such as `/api/taxonomy/v1/schema`. */
  readonly target: string
  readonly authorization: string | undefined
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface Answer {
  readonly reply: Reply
  /** The endpoint that answered; none where the path leads nowhere. */
  readonly endpoint: Route["endpoint"] | undefined
  /** The prefix of the API key that was used or tried. */
  readonly key: string | undefined
  /** The `X-RateLimit-*` headers, after authentication. */
  readonly limits: ReadonlyArray<string>
  /** The window that is used up, where that is why nothing is given. */
  readonly exceeded?: WindowName
  /** What went wrong here, where the reply is a 500: for the log. */
  readonly failure?: unknown
}

/**
 * Answers a request, in this order: route (404, 405), key (401, 403), parameters (400, 404), limit (429), condition
 * (304), body. What follows authentication is counted, but for 304 and 429.
 *
 * All is decided in one go, and an effect comes back only where something must be fetched first.
 */
export const respond = (service: ReadService, request: ReadRequest, now: Moment): Answer | Effect.Effect<Answer> => {
  const { path, query } = splitTarget(request.target)
  const route = service.routes(path)
  if (route === undefined) return open(undefined, service.unknownPath)
  const { endpoint } = route
  const catalog = service.catalog()
  const apiVersion = route._tag === "Taxonomy" ? catalog.apiVersions.get(route.apiVersion) : undefined
  if (route._tag === "Taxonomy" && apiVersion === undefined) return open(undefined, service.unknownPath)
  if (request.method === "OPTIONS") return open(endpoint, preflight)
  if (request.method !== "GET") return open(endpoint, wrongMethod)
  if (route._tag === "Taxonomy" && apiVersion !== undefined) {
    const authentication = service.authenticate(request.authorization)
    switch (authentication._tag) {
      case "Missing":
        return open(endpoint, missingKey)
      case "Invalid":
        return { ...open(endpoint, invalidKey), key: authentication.keyPrefix }
      case "Revoked":
        return { ...open(endpoint, revokedKey), key: authentication.keyPrefix }
      case "Accepted":
        return read(service, request, now, {
          endpoint,
          key: authentication.keyPrefix,
          tier: authentication.tier,
          wanted: wantedOf(catalog, apiVersion, route, query)
        })
    }
  }
  const problem = unexpectedParameter(query)
  if (problem !== undefined) return open(endpoint, badRequest(problem))
  return route._tag === "Document"
    ? Effect.map(service.documents, (documents) => open(endpoint, described(documents, request, route.endpoint)))
    : open(endpoint, health(service, now))
}

const described = (documents: Documents, request: ReadRequest, name: DocumentName): Reply => {
  const variant = documents[name](codingFor(request.acceptEncoding))
  return isUnchanged(request, variant.etag) ? variant.notModified : variant.ok
}

const health = ({ degraded, draining, version }: ReadService, now: Moment): Reply =>
  jsonReply(draining() ? 503 : 200, {
    status: draining() ? "draining" : degraded() ? "degraded" : "ok",
    version,
    timestamp: isoTime(now.unix)
  })

/** What an accepted caller is to get: a resource of a release, or a refusal. */
interface Reading {
  readonly endpoint: Route["endpoint"]
  readonly key: string
  readonly tier: Tier
  readonly wanted: Result.Result<Wanted, Reply>
}

interface Wanted {
  readonly served: ServedRelease
  readonly resource: Resource
  readonly envelope: boolean
}

const wantedOf = (
  catalog: Catalog,
  apiVersion: ApiVersion,
  route: TaxonomyRoute,
  query: string
): Result.Result<Wanted, Reply> => {
  const { resource } = route
  const asked = readQuery(catalog, apiVersion, query, route)
  if (Result.isFailure(asked)) return Result.fail(queryRefusal(asked.failure))
  const { envelope, filter, served } = asked.success
  if (resource._tag === "License" && !served.view().licenses.has(resource.code)) {
    const gone = removed(catalog.history, served.release, licenseRef(resource.code))
    const headers = errorHeaders(served)
    return Result.fail(
      gone === undefined ? notFound(`Base license '${resource.code}' not found`, headers) : removedItem(gone, headers)
    )
  }
  return Result.succeed({
    served,
    resource: filter.length === 0 ? resource : { _tag: "FilteredLicenses", filter },
    envelope
  })
}

/** An error too says which release it speaks of, and whether nobody should build on that any more. */
const errorHeaders = (served: ServedRelease | undefined) => {
  if (served === undefined) return vary
  const { headersOfRelease, ofRelease } = served.view().deprecations
  return { ...vary, ...served.headers, ...warningHeader(ofRelease), ...headersOfRelease }
}

const queryRefusal = (problem: QueryProblem): Reply => {
  const headers = errorHeaders(problem.served)
  switch (problem._tag) {
    case "Bad":
      return badRequest(problem.message, headers)
    case "NotFound":
      return notFound(problem.message, headers)
    case "Removed":
      return removedItem(problem.error, headers)
  }
}

const read = (
  { bodies, limiter, upgradeUrl }: ReadService,
  request: ReadRequest,
  now: Moment,
  { endpoint, key, tier, wanted }: Reading
): Answer | Effect.Effect<Answer> => {
  const counted = (reply: Reply, verdict: Verdict): Answer => ({
    reply,
    endpoint,
    key,
    limits: rateLimitHeaders(tier, verdict)
  })
  const refused = (verdict: Refused): Answer => ({
    ...counted(limitExceeded(verdict, upgradeUrl), verdict),
    exceeded: verdict.exceeded
  })
  const charging = (reply: Reply) => settled(limiter.charge(key, tier, now), (verdict) => counted(reply, verdict))

  if (Result.isFailure(wanted)) return charging(wanted.failure)
  const sendable = wanted.success
  const withBodies = (held: ReleaseBodies, asked?: Asked): Answer | Effect.Effect<Answer> => {
    const variant = sendableVariant(sendable, held, request, now)
    const unchanged = isUnchanged(request, variant.etag)
    const verdict =
      asked !== undefined && asked.charged !== unchanged
        ? asked.verdict
        : unchanged
          ? limiter.peek(key, tier, now)
          : limiter.charge(key, tier, now)
    return settled(verdict, (verdict) =>
      verdict.allowed ? counted(unchanged ? variant.notModified : variant.ok, verdict) : refused(verdict)
    )
  }
  const held = bodies.peek(sendable.served.release)
  if (held !== undefined) return withBodies(held)

  // Nothing is fetched for a caller who would not get it; and a limit that others share is asked once, but where a
  // caller's copy turns out to be another one.
  const charged = request.ifNoneMatch === undefined
  const asking = charged ? limiter.charge(key, tier, now) : limiter.peek(key, tier, now)
  return settled(asking, (verdict) => {
    if (!verdict.allowed) return refused(verdict)
    const failed = (failure: Cause.Cause<unknown>) => {
      const reply = internalError(request.id)
      const answer = charged ? counted(reply, verdict) : charging(reply)
      return Effect.map(later(answer), (answer) => ({ ...answer, failure }))
    }
    return bodies.load(sendable.served.release).pipe(
      Effect.flatMap((loaded) => later(withBodies(loaded, { charged, verdict }))),
      Effect.catchCause(failed)
    )
  })
}

/** What the limiter has said of a request already, and whether the request was counted. */
interface Asked {
  readonly verdict: Verdict
  readonly charged: boolean
}

/** Goes on at once where there is nothing to wait for: the usual request is decided without a single effect. */
const settled = <A>(
  verdict: Verdict | Effect.Effect<Verdict>,
  then: (verdict: Verdict) => A | Effect.Effect<A>
): A | Effect.Effect<A> =>
  Effect.isEffect(verdict) ? Effect.flatMap(verdict, (known) => later(then(known))) : then(verdict)

const later = <A>(answer: A | Effect.Effect<A>): Effect.Effect<A> =>
  Effect.isEffect(answer) ? answer : Effect.succeed(answer)

const sendableVariant = (
  { envelope, resource, served }: Wanted,
  held: ReleaseBodies,
  { acceptEncoding, id }: ReadRequest,
  now: Moment
): Variant => {
  // What is made for one request is sent as it is: compressing it would cost more than it saves.
  const coding = envelope ? "identity" : codingFor(acceptEncoding)
  const variant =
    resource._tag === "FilteredLicenses"
      ? filteredVariant(served, resource, held)
      : served.variants(held)(resource, coding)
  if (variant === undefined) throw new Error(`${resource._tag} of ${served.release.version} has no body`)
  return envelope ? envelopeVariant(served, variant, { timestamp: isoTime(now.unix), request_id: id }) : variant
}

const isUnchanged = ({ ifNoneMatch }: ReadRequest, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined && etag !== undefined && namesTag(ifNoneMatch, etag)

const open = (endpoint: Answer["endpoint"], reply: Reply): Answer => ({ reply, endpoint, key: undefined, limits: [] })

const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  // A proxy sends the whole address (RFC 9112, 3.2.2); the host in it decides nothing here.
  const origin = target.startsWith("/") ? undefined : absoluteForm.exec(target)
  const rest = origin === undefined || origin === null ? target : target.slice(origin[0].length)
  const mark = rest.indexOf("?")
  return mark === -1 ? { path: rest, query: "" } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) }
}

const absoluteForm = /^https?:\/\/[^/?#]+/i
