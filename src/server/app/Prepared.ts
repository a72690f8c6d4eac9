import * as Effect from "effect/Effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import type { ArtifactAnswer } from "../../api/endpoints/Answers.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { findFreeNotModified, representArtifact } from "../content/Content.ts"
import type { ContentSources } from "../content/Lookup.ts"
import { selectVersion } from "../content/VersionSelection.ts"
import { conditionalReply } from "../response/ConditionalRequest.ts"
import { negotiateEncoding } from "../response/ContentEncoding.ts"
import type { Representation } from "../response/Representation.ts"
import { Exchange, type Answering, type RequestFacts } from "./Exchange.ts"
import type { KeyGate } from "./KeyGate.ts"
import type { RateGate } from "./RateGate.ts"

export interface PreparedOptions {
  readonly basePath: string
  readonly sources: ContentSources
  readonly keys: KeyGate
  readonly rates: RateGate
  readonly answering: Answering
}

/** An artifact of a release that is in memory, as a request asks for it. */
interface Prepared {
  readonly endpoint: EndpointRoute
  readonly served: ServedRelease
  readonly artifact: ArtifactAnswer & { readonly code: string | undefined }
  readonly representation: Representation
}

/**
 * The middleware that answers requests for artifacts in memory before the router, with no query but a version: nearly all
 * requests. It decides by the same functions in the same order: key, free condition, charge, any other condition. Everything else, and everything
 * that is not as usual, is left to the application, which answers the same. It earns its place by half of the processor time
 * of a request.
 */
export const answerPrepared = ({ answering, basePath, keys, rates, sources }: PreparedOptions) => {
  const find = makeFind(basePath, sources)
  const answer = (exchange: RequestFacts, prepared: Prepared) => {
    const { artifact, endpoint, representation, served } = prepared
    exchange.endpoint = endpoint.name
    const key = keys(exchange)
    if (Result.isFailure(key)) return Effect.succeed(answering.write(exchange, key.failure))
    const { "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = exchange.request.headers
    const free = findFreeNotModified(sources, served, artifact, ifNoneMatch, negotiateEncoding(acceptEncoding))
    const decision = free === undefined ? rates.charge : rates.admit
    return Effect.mapEager(decision(exchange, key.success), (refusal) => {
      if (refusal !== undefined) return answering.write(exchange, refusal)
      exchange.release = served.release.version
      return answering.write(exchange, free ?? conditionalReply(ifNoneMatch, representation))
    })
  }
  return <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(Exchange, (exchange): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
      const prepared = find(exchange)
      return prepared === undefined ? app : answer(exchange, prepared)
    })
}

/** Finds what a request asks for by its path, which is written as the contract has it. */
const makeFind = (basePath: string, sources: ContentSources) => {
  const endpoints = endpointRoutes().flatMap((endpoint) => {
    const { answers } = endpoint
    if (answers.of !== "artifact") return []
    const [prefix = "", suffix] = endpoint.path.replace(/^\/\{api_version\}/, "").split(/\{\w+\}/)
    return [[prefix, { endpoint, answers, hasCode: suffix !== undefined }] as const]
  })
  const byPath = new Map(endpoints)
  const base = `${basePath}/`
  return ({ request }: RequestFacts): Prepared | undefined => {
    const { headers, method, url = "" } = request
    if (method !== "GET" || headers["if-match"] !== undefined || !url.startsWith(base)) return undefined
    const mark = url.indexOf("?")
    const path = mark === -1 ? url : url.slice(0, mark)
    const end = path.indexOf("/", base.length)
    const last = path.lastIndexOf("/") + 1
    const whole = byPath.get(path.slice(end))
    const found = whole ?? byPath.get(path.slice(end, last))
    if (found === undefined || end === -1 || found.hasCode === (whole !== undefined)) return undefined
    const code = found.hasCode ? path.slice(last) : undefined
    const catalog = sources.catalog()
    const apiVersion = catalog.apiVersions.get(path.slice(base.length, end))
    if (apiVersion === undefined) return undefined
    const version = mark === -1 ? undefined : plainVersion.exec(url.slice(mark + 1))?.[1]
    if (mark !== -1 && version === undefined) return undefined
    const selected = selectVersion(catalog, apiVersion, version)
    if (Result.isFailure(selected)) return undefined
    const served = selected.success
    if (code !== undefined && !served.view().licenses.has(code)) return undefined
    const { answers, endpoint } = found
    const artifact = {
      ...answers,
      code,
      path: code === undefined ? answers.path : answers.path.replace(/\{\w+\}/, code)
    }
    const encoding = negotiateEncoding(headers["accept-encoding"])
    const representation = representArtifact(sources, served, artifact, encoding)
    return representation === undefined || representation.etag === undefined
      ? undefined
      : { endpoint, served, artifact, representation }
  }
}

/** A version that needs no decoding. */
const plainVersion = /^version=(v?[\d.]+|latest)$/
