import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RcMap from "effect/RcMap"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { endpointRoute, endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import { ParameterProblems } from "../../api/endpoints/ParameterProblems.ts"
import { serviceEndpoints } from "../../api/endpoints/ServiceEndpoints.ts"
import { CurrentKey, taxonomyEndpoints } from "../../api/endpoints/TaxonomyEndpoints.ts"
import { ReadApi, type EndpointName } from "../../api/ReadApi.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { decodePercent } from "../../platform/PercentEncoding.ts"
import { findContent, findProblem } from "../content/Content.ts"
import type { Content, ContentRequest, ContentSources } from "../content/Lookup.ts"
import { unknownParameter } from "../content/Parameters.ts"
import { isPinned } from "../content/VersionSelection.ts"
import type { Pages } from "../Pages.ts"
import { malformedPath, methodNotAllowed, preconditionFailed, releaseDamaged } from "../response/ErrorReplies.ts"
import { allowedMethods, allowedMethodsWithHead, preflight, withHeader, type Reply } from "../response/Reply.ts"
import { conditionalReply, ifMatchMatches, negotiateEncoding, type Representation } from "../response/Representation.ts"
import {
  escapePath,
  Exchange,
  splitTarget,
  type Answering,
  type PreparedAnswers,
  type RequestFacts
} from "./Exchange.ts"
import { gateLayers, type Gates } from "./Gates.ts"

export interface ReadAppOptions {
  readonly sources: ContentSources
  readonly gates: Gates
  readonly pages: Pages
  readonly answering: Answering
}

/** The decoded parts of a request for an endpoint of the contract. */
interface Decoded extends Partial<Pick<ContentRequest, "params" | "query">> {
  readonly request?: HttpServerRequest.HttpServerRequest
}

/** What a request selects content by, once its path and query are decoded. */
const contentRequest = (
  { id, now, request: { headers } }: RequestFacts,
  endpoint: EndpointRoute,
  { params = {}, query = {} }: Decoded
): ContentRequest => ({
  endpoint,
  params,
  query,
  id,
  unixMillis: now.unixMillis,
  acceptEncoding: headers["accept-encoding"]
})

/**
 * The read interface as an Effect application: the handlers of `ReadApi`, behind the gates for the API key and its limits.
 * Its order: route (404, 405), key (401, 403; 429 if an address got too many of them), exhausted window (429), parameters
 * (400, 404), free condition (304 to a tag that is known without loading anything), charge (429), any other condition
 * (304), body.
 */
export const makeReadApp = (options: ReadAppOptions) => {
  const { answering, gates, sources } = options
  const { basePath } = sources.interface
  const api = ReadApi.prefix(`/${basePath.slice(1)}`)
  return Effect.flatMap(makeLoadsByKey, (loads) => {
    const handle = ({ identifier }: { readonly identifier: EndpointName }) => handleWith(options, loads, identifier)
    const [keyed, open] = [
      Record.map(taxonomyEndpoints.endpoints, handle),
      Record.map(serviceEndpoints.endpoints, handle)
    ]
    return HttpRouter.toHttpEffect(
      HttpApiBuilder.layer(api).pipe(
        Layer.provide([
          HttpApiBuilder.group(api, "taxonomy", (group) => group.handleAll(keyed)),
          HttpApiBuilder.group(api, "service", (group) => group.handleAll(open))
        ]),
        Layer.provide([...gateLayers(gates, answering), parameterProblems(options)])
      )
    )
  }).pipe(
    Effect.provide([NodeHttpServer.layerHttpServices, Layer.succeed(HttpRouter.RouterConfig, exactPaths)]),
    Effect.map((router) => withPathsOf(options, router))
  )
}

/** Paths match exactly: case-sensitive, without duplicate or trailing slashes. */
const exactPaths = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 16_384
}

/** Handles a request for an endpoint. Its gates have let it pass, if that requires an API key. */
const handleWith =
  ({ answering: { respond }, gates, sources }: ReadAppOptions, loads: LoadsByKey, name: EndpointName) =>
  (decoded: Decoded) =>
    Effect.gen(function* () {
      const exchange = yield* Exchange
      const key = Option.getOrUndefined(yield* Effect.serviceOption(CurrentKey))
      const endpoint = endpointRoute(name)
      exchange.endpoint = name
      // Nothing decodes the query of an endpoint without parameters.
      const [sent] = Object.keys(yield* HttpServerRequest.ParsedSearchParams)
      if (sent !== undefined && endpoint.parameters.length === 0 && !endpoint.filters)
        return respond(exchange, unknownParameter(sent, []))
      const request = contentRequest(exchange, endpoint, decoded)
      const found = findContent(sources, request)
      if (Result.isFailure(found)) return respond(exchange, found.failure)
      const content = found.success
      const whole = Effect.suspend(() => {
        const held = content.peek()
        if (held !== undefined) return Effect.succeed(held)
        return key === undefined ? content.load : loads(key.prefix, content.load)
      })
      const limit = (isFree: boolean) =>
        key === undefined || isFree ? Effect.undefined : charge(gates, exchange, endpoint, key)
      const reply = decide(exchange, request, content, limit, whole)
      return respond(exchange, yield* Effect.orElseSucceed(reply, () => releaseDamaged))
    })

const charge = ({ charge }: Gates, exchange: RequestFacts, { costOf }: EndpointRoute, key: CurrentKey["Service"]) =>
  charge(exchange, key, costOf(exchange.request.url?.length ?? 0))

/** The steps after the parameters. `limit` refuses a request, which is free if its condition is. */
const decide = <E = never>(
  exchange: RequestFacts,
  { endpoint: { conditional }, query }: ContentRequest,
  content: Content,
  limit: (isFree: boolean) => Effect.Effect<Reply | undefined>,
  whole: Effect.Effect<Representation, E>
): Effect.Effect<Reply, E> => {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = conditional ? exchange.request.headers : {}
  const free = ifMatch === undefined ? content.freeNotModified?.(ifNoneMatch) : undefined
  const choose = (found: Representation): Reply =>
    ifMatch === undefined || ifMatchMatches(ifMatch, found.etag)
      ? conditionalReply(ifNoneMatch, found)
      : preconditionFailed
  const finish = (reply: Reply): Reply => {
    const { deprecated = () => [], location, served, servedFrom } = content
    exchange.fromRelease = servedFrom?.release.version
    exchange.used = served && {
      release: served.release.version,
      isPinned: isPinned(query),
      deprecated: deprecated()
        .slice(0, maxDeprecated)
        .map(({ item }) => formatItem(item))
    }
    return location === undefined || reply.status >= 400 ? reply : withHeader(reply, "Content-Location", location)
  }
  return Effect.flatMapEager(limit(free !== undefined), (refusal) => {
    if (refusal !== undefined) return Effect.succeed(refusal)
    return free === undefined ? Effect.mapEager(whole, (found) => finish(choose(found))) : Effect.succeed(finish(free))
  })
}

/** How many deprecated items are told of a request. */
const maxDeprecated = 20

/** Answers a request whose path or query does not have the form of the contract. */
const parameterProblems = ({ answering: { respond }, sources }: ReadAppOptions) =>
  HttpApiMiddleware.layerSchemaErrorTransform(ParameterProblems, (error, { endpoint }) =>
    Effect.gen(function* () {
      const exchange = yield* Exchange
      const sent = yield* HttpServerRequest.ParsedSearchParams
      const { params } = yield* HttpRouter.RouteContext
      const route = endpointRoute(endpoint.identifier)
      exchange.endpoint = route.name
      const request = contentRequest(exchange, route, { params, query: sent })
      return respond(exchange, findProblem(sources, request, error))
    })
  )

/** Finds the endpoint that has a path, whatever the method. */
const makeFindEndpoint = (basePath: string): ((path: string) => EndpointRoute | undefined) => {
  const paths = FindMyWay.make<EndpointRoute>(exactPaths)
  for (const endpoint of endpointRoutes()) {
    paths.on("GET", `/${basePath.slice(1)}${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`, endpoint)
  }
  return (path) => paths.find("GET", path)?.handler
}

/** Names requests for traces by their method and their endpoint: few names for any number of requests. */
export const routeNameOf = (basePath: string) => {
  const findEndpoint = makeFindEndpoint(basePath)
  return ({ method, url }: Pick<HttpServerRequest.HttpServerRequest, "method" | "url">): string => {
    const endpoint = findEndpoint(escapePath(splitTarget(url).path))
    return endpoint === undefined ? method : `${method} ${basePath}${endpoint.path}`
  }
}

/** Answers what no route has: other methods and paths, preflights, pages, and endpoints above the base path. */
const withPathsOf = <E, R>(
  { answering: { respond }, pages, sources }: ReadAppOptions,
  router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const { basePath } = sources.interface
  const findEndpoint = makeFindEndpoint(basePath)
  const above = basePath.slice(0, basePath.lastIndexOf("/"))
  const moved = new Map(
    endpointRoutes().flatMap(({ aboveBase, path }) => (aboveBase ? [[above + path, basePath + path]] : []))
  )
  const answerOthers = (exchange: RequestFacts, url: string) =>
    Effect.gen(function* () {
      const { headers, method } = exchange.request
      const { path } = splitTarget(url)
      const endpoint = findEndpoint(url)
      if (endpoint !== undefined) {
        exchange.endpoint = endpoint.name
        const methods = endpoint.allowsHead ? allowedMethodsWithHead : allowedMethods
        return method === "OPTIONS" ? preflight(methods) : methodNotAllowed(methods)
      }
      // A preflight succeeds on every path, or browsers hide the error of the request that follows. `*` is the server as
      // a whole (RFC 9110, 9.3.7).
      const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
      if (isPreflight || (method === "OPTIONS" && path === "*")) return preflight()
      const page = yield* pages(path, negotiateEncoding(headers["accept-encoding"]))
      if (page === undefined) return decodePercent(path) === undefined ? malformedPath : sources.pathNotFound
      if (method === "OPTIONS") return preflight()
      if (method !== "GET") return methodNotAllowed()
      return conditionalReply(headers["if-none-match"], page)
    }).pipe(Effect.map((reply) => respond(exchange, reply)))

  return Effect.gen(function* () {
    const exchange = yield* Exchange
    const incoming = yield* HttpServerRequest.HttpServerRequest
    const { path, query } = splitTarget(incoming.url)
    const target = moved.get(path) ?? escapePath(path)
    const request = target === path ? incoming : incoming.modify({ url: query === "" ? target : `${target}?${query}` })
    // The router answers HEAD like GET.
    if (request.method === "HEAD" && findEndpoint(request.url)?.allowsHead !== true) {
      return yield* answerOthers(exchange, request.url)
    }
    return yield* router.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.catchIf(
        (error) => HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound",
        () => answerOthers(exchange, request.url)
      )
    )
  })
}

/**
 * Runs what loads or makes the content of a request, one at a time for each API key. Keeps one key, whatever its limits, from taking the turns of others: all together have few. A turn lasts until the work
 * is done, even if the client has left.
 */
export const makeLoadsByKey = Effect.gen(function* () {
  const permits = yield* RcMap.make({ lookup: (_key: string) => Semaphore.make(1) })
  return <A, E>(key: string, load: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.scoped(
      Effect.flatMap(RcMap.get(permits, key), (permit) => permit.withPermits(1)(Effect.uninterruptible(load)))
    )
})

type LoadsByKey = Effect.Success<typeof makeLoadsByKey>

/**
 * Answers requests for artifacts and about the service before the router, from memory, with no query but a version:
 * nearly all requests. It decides by the same functions in the same order. Everything else, and everything that is not as
 * usual, is left to the application, which answers the same. It earns its place by half of the processor time of a request.
 */
export const answerPrepared = ({
  answering: { write },
  gates,
  sources
}: Omit<ReadAppOptions, "pages">): PreparedAnswers => {
  const { basePath } = sources.interface
  const endpoints = endpointRoutes().filter(({ answers: { of } }) => of === "artifact" || of === "service")
  const byShape = new Map(endpoints.map((endpoint) => [endpoint.path.replaceAll(/\{\w+\}/g, ":"), endpoint]))
  return (exchange) => {
    const { method, url = "" } = exchange.request
    if (method !== "GET" || !url.startsWith(basePath)) return undefined
    const [, major, name, code, version] = plainTarget.exec(url.slice(basePath.length)) ?? []
    const endpoint = byShape.get(`${major === undefined ? "" : "/:"}${name}${code === undefined ? "" : "/:"}`)
    if (endpoint === undefined || (version !== undefined && !endpoint.keyed)) return undefined
    const params = { api_version: major, license_code: code }
    const query = version === undefined ? {} : { version }
    const request = contentRequest(exchange, endpoint, { params, query })
    const found = findContent(sources, request)
    if (Result.isFailure(found)) return undefined
    const representation = found.success.peek()
    if (representation === undefined) return undefined
    exchange.endpoint = endpoint.name
    const key = endpoint.keyed ? gates.checkKey(exchange) : undefined
    if (key !== undefined && Result.isFailure(key)) return Effect.succeed(write(exchange, key.failure))
    const limit = (isFree: boolean): Effect.Effect<Reply | undefined> => {
      if (key === undefined) return Effect.undefined
      return isFree ? gates.admit(exchange, key.success) : charge(gates, exchange, endpoint, key.success)
    }
    const decision = decide(exchange, request, found.success, limit, Effect.succeed(representation))
    return Effect.mapEager(decision, (reply) => write(exchange, reply))
  }
}

/** The target of a request in which nothing needs decoding: API version, endpoint, code of a license, and version. */
const plainTarget = /^(?:\/(v\d+))?(\/[a-z.]+)(?:\/([\w-]+))?(?:\?version=(v?[\d.]+|latest))?$/
