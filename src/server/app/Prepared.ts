import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import { findContent } from "../content/Content.ts"
import type { Content, ContentSources } from "../content/Lookup.ts"
import { conditionalReply } from "../response/ConditionalRequest.ts"
import type { Reply } from "../response/Reply.ts"
import type { Representation } from "../response/Representation.ts"
import type { PreparedAnswers, RequestFacts } from "./Exchange.ts"
import { contentRequest, type ReadAppOptions } from "./ReadApp.ts"

/** Content in memory that a request asks for. */
interface Prepared {
  readonly endpoint: EndpointRoute
  readonly content: Content
  readonly representation: Representation
}

/**
 * Answers requests for artifacts and about the service before the router, from memory, with no query but a version:
 * nearly all requests. It decides by the same functions in the same order: key, free condition, charge, any
 * other condition. Everything else, and everything that is not as usual, is left to the application, which answers the
 * same. It earns its place by half of the processor time of a request.
 */
export const answerPrepared = ({
  answering,
  basePath,
  keys,
  rates,
  sources
}: Omit<ReadAppOptions, "loads" | "pages">): PreparedAnswers => {
  const find = makeFind(basePath, sources)
  const answer = (exchange: RequestFacts, { content, endpoint, representation }: Prepared) => {
    exchange.endpoint = endpoint.name
    const ifNoneMatch = endpoint.conditional ? exchange.request.headers["if-none-match"] : undefined
    const write = (free?: Reply) => {
      exchange.release = content.release
      return answering.write(exchange, free ?? conditionalReply(ifNoneMatch, representation))
    }
    if (!endpoint.keyed) return Effect.succeed(write())
    const key = keys(exchange)
    if (Result.isFailure(key)) return Effect.succeed(answering.write(exchange, key.failure))
    const free = content.freeNotModified?.(ifNoneMatch)
    const decision = free === undefined ? rates.charge : rates.admit
    return Effect.mapEager(decision(exchange, key.success), (refusal) =>
      refusal === undefined ? write(free) : answering.write(exchange, refusal)
    )
  }
  return (exchange) => {
    const prepared = find(exchange)
    return prepared && answer(exchange, prepared)
  }
}

/** Finds what a request asks for by its path, which is written as the contract has it. */
const makeFind = (basePath: string, sources: ContentSources) => {
  const endpoints = endpointRoutes().filter(({ answers: { of } }) => of === "artifact" || of === "service")
  const byShape = new Map(endpoints.map((endpoint) => [endpoint.path.replaceAll(/\{\w+\}/g, ":"), endpoint]))
  return (exchange: RequestFacts): Prepared | undefined => {
    const { headers, method, url = "" } = exchange.request
    if (method !== "GET" || headers["if-match"] !== undefined || !url.startsWith(basePath)) return undefined
    const [, major, name, code, version] = plainTarget.exec(url.slice(basePath.length)) ?? []
    const endpoint = byShape.get(`${major === undefined ? "" : "/:"}${name}${code === undefined ? "" : "/:"}`)
    if (endpoint === undefined || (version !== undefined && !endpoint.keyed)) return undefined
    const params = { api_version: major, license_code: code }
    const query = version === undefined ? {} : { version }
    const found = findContent(sources, contentRequest(exchange, endpoint, { params, query }))
    if (Result.isFailure(found)) return undefined
    const representation = found.success.peek()
    return representation && { endpoint, content: found.success, representation }
  }
}

/** The target of a request in which nothing needs decoding: API version, endpoint, code of a license, and version. */
const plainTarget = /^(?:\/(v\d+))?(\/[a-z.]+)(?:\/([\w-]+))?(?:\?version=(v?[\d.]+|latest))?$/
