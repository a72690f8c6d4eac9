import { randomUUID } from "node:crypto"
import { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { endpointRoute } from "../../api/EndpointRoutes.ts"
import { requestIdPattern } from "../../api/parameters/ParameterPatterns.ts"
import type { EndpointName } from "../../api/ReadApi.ts"
import { containsApiKey } from "../../domain/keys/ApiKey.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { toInstant, type Instant, type WindowName } from "../../limits/Limiter.ts"
import type { RequestUse, UsageCounter } from "../../usage/UsageCounter.ts"
import { canonicalAddress } from "../node/ClientAddress.ts"
import { noEndpoint, type ServerMetrics } from "../observability/Metrics.ts"
import type { RequestLog } from "../observability/RequestLog.ts"
import {
  headersTooLarge,
  internalError,
  malformedRequest,
  maxTargetBytes,
  negotiateProblem,
  uriTooLong
} from "../response/ErrorReplies.ts"
import { makeReply, type Reply } from "../response/Reply.ts"

/** A request and what is known of its answer so far: what the log, the metrics and the usage of its key say. */
export interface RequestFacts {
  readonly id: string
  readonly now: Instant
  /** By the monotonic clock. */
  readonly startedNanos: bigint
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The address of the client, `undefined` if its connection is closed. */
  readonly client: string | undefined
  endpoint?: EndpointName
  /** The prefix of the API key that was used or tried. */
  key?: string
  /** The headers about the limits of the key, names and values in turn, once the key was accepted. */
  limitHeaders: ReadonlyArray<string>
  isNearLimit?: boolean
  /** The release that answers, the deprecated items that the request names, and the release that changes start from. */
  used?: RequestUse | undefined
  fromRelease?: string | undefined
  /** The exhausted window of a 429, or what else was exhausted. */
  exceeded?: WindowName | "unauthorized"
  /** The cause of a 500. */
  failure?: Cause.Cause<unknown>
  reply?: Reply
  /** Its span, if it is traced. */
  span?: Tracer.AnySpan | undefined
}

/** The request that a fiber answers. A reference and no service, since the middlewares of the contract do not know it. */
export const Exchange = Context.Reference<RequestFacts>("taxonomy-licensing-data-service/server/app/Exchange", {
  defaultValue: () => {
    throw new Error("No request is being answered")
  }
})

export interface ExchangeOptions {
  readonly answering: Answering
  readonly prepare: PreparedAnswers
  readonly basePath: string
  readonly maxHeaders: number
  readonly metrics: ServerMetrics
  readonly log: RequestLog
  readonly usage: Pick<UsageCounter, "count">
  /** Called with the causes of 500s. */
  readonly onFailure: (requestId: string, cause: Cause.Cause<unknown>) => void
}

/** Answers a request from memory, or returns `undefined` for the application to answer it. */
export type PreparedAnswers = (
  exchange: RequestFacts
) => Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined

/** Answers a request: with an Effect response, or by writing the reply to Node's response at once. */
export type Answering = ReturnType<typeof makeAnswering>

/** `draining` is true once each response is the last of its connection. */
export const makeAnswering = (basePath: string, draining: () => boolean) => {
  const negotiate = ({ id, request: { headers } }: RequestFacts, reply: Reply): Reply =>
    negotiateProblem(reply, headers.accept, basePath, id)
  const ownHeaders = ({ exceeded, id, limitHeaders, request }: RequestFacts): ReadonlyArray<string> => {
    const headers = limitHeaders.concat("X-Request-ID", id)
    // A client that goes on without a key opens a connection for each request, which the limits on those slow down.
    const isLast = hasBody(request) || exceeded === "unauthorized" || draining()
    return isLast ? headers.concat("Connection", "close") : headers
  }
  return {
    /** The response of a reply, with the headers of this request. */
    respond: (exchange: RequestFacts, found: Reply): HttpServerResponse.HttpServerResponse => {
      const reply = negotiate(exchange, found)
      exchange.reply = reply
      const headers: Record<string, string> = { ...reply.headers }
      const own = ownHeaders(exchange)
      for (let index = 0; index < own.length; index += 2) headers[own[index] ?? ""] = own[index + 1] ?? ""
      // The constructors write names in lower case. People who read raw responses know them as the contract has them.
      return Object.assign(HttpServerResponse.raw(reply.body, { status: reply.status }), {
        headers: Headers.fromRecordUnsafe(headers)
      })
    },
    /** Writes the reply, and returns a response that Effect's adapter does not write again: for half the cost. */
    write: (exchange: RequestFacts, found: Reply): HttpServerResponse.HttpServerResponse => {
      const reply = negotiate(exchange, found)
      exchange.reply = reply
      exchange.response.writeHead(reply.status, reply.rawHeaders.concat(ownHeaders(exchange)))
      exchange.response.end(reply.body)
      return writtenResponse(reply)
    }
  }
}

const writtenResponse = memoizeByIdentity(({ status }: Reply) => HttpServerResponse.empty({ status }))

/**
 * The middleware around the whole application: each request has an id, one response, metrics and a line in the log. A
 * defect becomes a 500 in JSON, and is reported with its cause.
 */
export const observeExchanges = <E, R>(
  { answering: { respond }, basePath, log, maxHeaders, metrics, onFailure, prepare, usage }: ExchangeOptions,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const finish = (exchange: RequestFacts, clock: Clock.Clock): void => {
    const { client, endpoint, exceeded, failure, fromRelease, id, isNearLimit, key, request, span, used } = exchange
    const deprecated = used?.deprecated.length === 0 ? undefined : used?.deprecated
    const { bodyBytes, status } = exchange.reply ?? clientClosedRequest
    if (failure !== undefined) onFailure(id, failure)
    const durationMs = Number(clock.monotonicTimeNanosUnsafe() - exchange.startedNanos) / 1e6
    metrics.answered(endpoint ?? noEndpoint, status, durationMs)
    if (exceeded !== undefined) metrics.limitExceeded[exceeded]()
    if (key !== undefined && isNearLimit !== undefined) {
      const { unixMillis } = exchange.now
      usage.count({ keyPrefix: key, isRefused: exceeded !== undefined, isNearLimit, unixMillis, used })
    }
    const { headers, method = "-", url: target = "" } = request
    if (span?._tag === "Span") {
      const attributes = {
        "client.address": client,
        "http.response.body.size": bodyBytes,
        "http.route": endpoint && basePath + endpointRoute(endpoint).path,
        "network.protocol.version": request.httpVersion,
        "taxonomy.release": used?.release,
        "taxonomy.pinned": used?.isPinned,
        "taxonomy.deprecated": deprecated?.join(","),
        "taxonomy.key_prefix": key,
        "taxonomy.request_id": id
      }
      for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
    }
    log({
      method,
      target: loggedTarget(target, endpoint),
      status,
      duration_ms: durationMs,
      bytes: bodyBytes,
      release: used?.release,
      from_release: fromRelease,
      pinned: used?.isPinned,
      deprecated,
      client,
      user_agent: headers["user-agent"],
      request_id: id,
      key,
      trace_id: span?.sampled === true ? span.traceId : undefined
    })
  }

  const begin = (incoming: HttpServerRequest.HttpServerRequest, clock: Clock.Clock): RequestFacts => {
    const request = NodeHttpServerRequest.toIncomingMessage(incoming)
    const response = NodeHttpServerRequest.toServerResponse(incoming)
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse))
      throw new Error("Only HTTP/1.1 is served")
    const startedNanos = clock.monotonicTimeNanosUnsafe()
    return {
      id: makeRequestId(request.headers["x-request-id"]),
      now: toInstant(clock, startedNanos),
      startedNanos,
      request,
      response,
      client: Option.getOrUndefined(Option.map(incoming.remoteAddress, canonicalAddress)),
      limitHeaders: []
    }
  }

  return Effect.withFiber<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest | R>(
    (fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const exchange = begin(Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest), clock)
      exchange.span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      const refusal = findRefusal(exchange.request, maxHeaders)
      const answered =
        refusal === undefined
          ? Effect.suspend(() => prepare(exchange) ?? Effect.provideService(app, Exchange, exchange))
          : Effect.succeed(respond(exchange, refusal))
      return Effect.matchCause(answered, {
        onSuccess: (response) => {
          finish(exchange, clock)
          return response
        },
        onFailure: (cause) => {
          const isClosed = Cause.hasInterruptsOnly(cause)
          if (!isClosed) exchange.failure = cause
          const response = respond(exchange, isClosed ? clientClosedRequest : internalError(exchange.id))
          finish(exchange, clock)
          return response
        }
      })
    }
  )
}

/** The query of a question may hold a contract, so that of a path like it is not logged either. */
const loggedTarget = (target: string, endpoint: string | undefined): string =>
  endpoint === undefined || endpointRoute(endpoint).answers.of === "question" ? splitTarget(target).path : target

/** Only for the log and the metrics, as in nginx: the client closed the connection before its response. */
const clientClosedRequest = makeReply(499, {})

/** What is wrong with a request before anything is asked of it. */
const findRefusal = (request: IncomingMessage, maxHeaders: number): Reply | undefined => {
  if (request.rawHeaders.length > 2 * maxHeaders) return headersTooLarge
  if ((request.url?.length ?? 0) > maxTargetBytes) return uriTooLong
  return isWellFormed(request) ? undefined : malformedRequest
}

/** What Node's parser does not require. */
const isWellFormed = ({ headers, httpVersion }: IncomingMessage): boolean =>
  // Node also reads HTTP/0.9 and HTTP/2.0 in the form of HTTP/1.1, of which neither is one.
  (httpVersion === "1.1" || httpVersion === "1.0") &&
  // Exactly one `Host`, which only HTTP/1.1 requires (RFC 9112, 3.2). Node joins several with commas.
  (headers.host === undefined ? httpVersion === "1.0" : !headers.host.includes(",")) &&
  // Where a body of another coding ends is unclear, and a proxy may see another end (RFC 9112, 6.1 and 6.3).
  (headers["transfer-encoding"] ?? "chunked").trim().toLowerCase() === "chunked"

/** No endpoint takes a body (service spec, section 4), so the connection is closed rather than the body read. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/**
 * Takes the client's `X-Request-ID` if it is safe in headers and log lines, otherwise makes a new id. An id that could
 * contain an API key is replaced too, so that keys never reach a log.
 */
export const makeRequestId = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && requestIdPattern.test(header) && !containsApiKey(header) ? header : randomUUID()

/**
 * Splits a request target into its path and its query, which is empty if there is none. A proxy sends the whole URL
 * (RFC 9112, 3.2.2); its host has no effect here.
 */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const rest = target.replace(absoluteForm, "")
  const mark = rest.indexOf("?")
  return mark === -1 ? { path: rest, query: "" } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) }
}

/** Escapes the characters that Effect's router takes for the end of a path. In the path of an `http` URL they mean nothing. */
export const escapePath = (path: string): string => path.replaceAll(";", "%3B").replaceAll("#", "%23")

const absoluteForm = /^https?:\/\/[^/?#]+/i
