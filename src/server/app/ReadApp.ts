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
import * as RcMap from "effect/RcMap"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { endpointRoute, endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import type { QueryValues } from "../../api/endpoints/Answers.ts"
import { ParameterProblems } from "../../api/endpoints/ParameterProblems.ts"
import { serviceEndpoints } from "../../api/endpoints/ServiceEndpoints.ts"
import { CurrentKey, taxonomyEndpoints } from "../../api/endpoints/TaxonomyEndpoints.ts"
import { ReadApi, type EndpointName } from "../../api/ReadApi.ts"
import { decodePercent } from "../../platform/PercentEncoding.ts"
import { findContent } from "../content/Content.ts"
import type { Content, ContentRequest, ContentSources } from "../content/Lookup.ts"
import { parameterProblem, unknownParameter } from "../content/Parameters.ts"
import type { Pages } from "../Pages.ts"
import { conditionalReply } from "../response/ConditionalRequest.ts"
import { negotiateEncoding } from "../response/ContentEncoding.ts"
import { malformedPath, methodNotAllowed } from "../response/ErrorReplies.ts"
import { allowedMethods, allowedMethodsWithHead, preflight, type Reply } from "../response/Reply.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"
import { keyGateLayer, rateGateLayer, type KeyGate, type RateGate } from "./Gates.ts"
import { escapePath, splitTarget } from "./RequestTarget.ts"

export interface ReadAppOptions {
  readonly basePath: string
  readonly sources: ContentSources
  readonly keys: KeyGate
  readonly rates: RateGate
  /** Loads or makes content for a key. */
  readonly loads: LoadsByKey
  readonly pages: Pages
  readonly answering: Answering
}

/** The decoded parts of a request for an endpoint of the contract. */
interface DecodedRequest {
  readonly request?: HttpServerRequest.HttpServerRequest
  readonly params?: Readonly<Record<string, string | undefined>>
  readonly query?: QueryValues
}

/** What a request selects content by, once its path and query are decoded. */
export const contentRequest = (
  { id, now, request: { headers } }: RequestFacts,
  endpoint: EndpointRoute,
  { params = {}, query = {} }: DecodedRequest
): ContentRequest => ({
  endpoint,
  params,
  query,
  id,
  unixMillis: now.unixMillis,
  acceptEncoding: headers["accept-encoding"],
  ifMatch: headers["if-match"]
})

/**
 * The read interface as an Effect application: the handlers of `ReadApi`, behind the gates for the API key and its limits.
 * Its order: route (404, 405), key (401, 403; 429 if an address got too many of them), exhausted window (429), parameters
 * (400, 404), free condition (304 to a tag that is known without loading anything), charge (429), any other condition
 * (304), body.
 */
export const makeReadApp = Effect.fnUntraced(function* (options: ReadAppOptions) {
  const { answering, basePath, keys, rates } = options
  const api = ReadApi.prefix(`/${basePath.slice(1)}`)
  const handlers = {
    taxonomy: Record.map(taxonomyEndpoints.endpoints, ({ identifier }) => handleKeyed(options, identifier)),
    service: Record.map(serviceEndpoints.endpoints, ({ identifier }) => handleOpen(options, identifier))
  }
  const router = yield* HttpRouter.toHttpEffect(
    HttpApiBuilder.layer(api).pipe(
      Layer.provide([
        HttpApiBuilder.group(api, "taxonomy", (group) => group.handleAll(handlers.taxonomy)),
        HttpApiBuilder.group(api, "service", (group) => group.handleAll(handlers.service))
      ]),
      Layer.provide([keyGateLayer(keys, answering), rateGateLayer(rates, answering), parameterProblems(options)])
    )
  ).pipe(Effect.provide([NodeHttpServer.layerHttpServices, Layer.succeed(HttpRouter.RouterConfig, exactPaths)]))
  return { answer: withPathsOf(options, router) }
})

/** Paths match exactly: case-sensitive, without duplicate or trailing slashes. */
const exactPaths = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 16_384
}

/** Handles an endpoint that requires an API key, whose gates have let the request pass. */
const handleKeyed = (options: ReadAppOptions, name: EndpointName) => (decoded: DecodedRequest) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange
    const key = yield* CurrentKey
    // It charges when it is called.
    const charge = Effect.suspend(() =>
      options.rates.charge(exchange, key, endpointRoute(name).costOf(targetLength(exchange)))
    )
    return yield* answer(options, name, decoded, charge, ({ load }) => options.loads(key.prefix, load))
  })

const targetLength = ({ request: { url = "" } }: RequestFacts): number => url.length

const handleOpen = (options: ReadAppOptions, name: EndpointName) => (decoded: DecodedRequest) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange
    // Nothing decodes the query of an endpoint without parameters.
    const [sent] = Object.keys(yield* HttpServerRequest.ParsedSearchParams)
    exchange.endpoint = name
    return sent === undefined || endpointRoute(name).parameters.length > 0
      ? yield* answer(options, name, decoded, Effect.undefined, ({ load }) => load)
      : options.answering.respond(exchange, unknownParameter(sent, []))
  })

const answer = Effect.fnUntraced(function* (
  { answering: { respond }, sources }: ReadAppOptions,
  name: EndpointName,
  decoded: DecodedRequest,
  charge: Effect.Effect<Reply | undefined>,
  load: (content: Content) => Content["load"]
) {
  const exchange = yield* Exchange
  const { headers } = exchange.request
  const endpoint = endpointRoute(name)
  exchange.endpoint = name
  const found = findContent(sources, contentRequest(exchange, endpoint, decoded))
  if (Result.isFailure(found)) return respond(exchange, found.failure)
  const content = found.success
  const ifNoneMatch = endpoint.conditional ? headers["if-none-match"] : undefined
  const free = content.freeNotModified?.(ifNoneMatch)
  const refusal = free === undefined ? yield* charge : undefined
  if (refusal !== undefined) return respond(exchange, refusal)
  const reply = free ?? conditionalReply(ifNoneMatch, content.peek() ?? (yield* Effect.orDie(load(content))))
  exchange.release = content.release
  exchange.fromRelease = content.fromRelease
  return respond(exchange, reply)
})

/** Answers a request whose path or query does not have the form of the contract. */
const parameterProblems = ({ answering: { respond }, sources }: ReadAppOptions) =>
  HttpApiMiddleware.layerSchemaErrorTransform(ParameterProblems, (error, { endpoint }) =>
    Effect.gen(function* () {
      const exchange = yield* Exchange
      const sent = yield* HttpServerRequest.ParsedSearchParams
      const { params } = yield* HttpRouter.RouteContext
      const route = endpointRoute(endpoint.identifier)
      exchange.endpoint = route.name
      const find = () => {
        // No path ends in a slash.
        if (Object.values(params).includes("")) return undefined
        const found = findContent(sources, contentRequest(exchange, route, { params, query: sent }))
        return Result.isFailure(found) ? found.failure : undefined
      }
      return respond(exchange, parameterProblem(error, route, sent, { find, pathNotFound: sources.pathNotFound }))
    })
  )

const pathsBelow = (basePath: string): FindMyWay.Router<EndpointRoute> => {
  const paths = FindMyWay.make<EndpointRoute>(exactPaths)
  for (const endpoint of endpointRoutes()) {
    paths.on("GET", `/${basePath.slice(1)}${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`, endpoint)
  }
  return paths
}

/** Names requests for traces by their method and their endpoint: few names for any number of requests. */
export const routeNameOf = (basePath: string) => {
  const paths = pathsBelow(basePath)
  return ({ method, url }: Pick<HttpServerRequest.HttpServerRequest, "method" | "url">): string => {
    const endpoint = paths.find("GET", escapePath(splitTarget(url).path))?.handler
    return endpoint === undefined ? method : `${method} ${basePath}${endpoint.path}`
  }
}

/** Answers what no route has: other methods and paths, preflights, pages, and endpoints above the base path. */
const withPathsOf = <E, R>(
  { answering: { respond }, basePath, pages, sources }: ReadAppOptions,
  router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const paths = pathsBelow(basePath)
  const above = basePath.slice(0, basePath.lastIndexOf("/"))
  const moved = new Map(
    endpointRoutes().flatMap(({ aboveBase, path }) => (aboveBase ? [[above + path, basePath + path]] : []))
  )
  const answerOthers = (exchange: RequestFacts, url: string) =>
    Effect.gen(function* () {
      const { headers, method } = exchange.request
      const { path } = splitTarget(url)
      const endpoint = paths.find("GET", url)?.handler
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
    if (request.method === "HEAD" && paths.find("GET", request.url)?.handler.allowsHead !== true) {
      return yield* answerOthers(exchange, request.url)
    }
    return yield* router.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.catchIf(isRouteNotFound, () => answerOthers(exchange, request.url))
    )
  })
}

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Runs what loads or makes the content of a request, one at a time for each API key. */
export type LoadsByKey = <A, E>(key: string, load: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Keeps one key, whatever its limits, from taking the turns of others: all together have few. A turn lasts until the work
 * is done, even if the client has left.
 */
export const makeLoadsByKey = Effect.gen(function* () {
  const permits = yield* RcMap.make({ lookup: (_key: string) => Semaphore.make(1) })
  const loads: LoadsByKey = (key, load) =>
    Effect.scoped(
      Effect.flatMap(RcMap.get(permits, key), (permit) => permit.withPermits(1)(Effect.uninterruptible(load)))
    )
  return loads
})
