import type { IncomingMessage } from "node:http"
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { toInstant } from "../../limits/Instant.ts"
import type { UsageCounter } from "../../usage/UsageCounter.ts"
import { isFlushed, type Connections } from "../node/Connections.ts"
import type { PreparedResponse } from "../node/PreparedResponse.ts"
import type { ServerLimits } from "../node/ServerLimits.ts"
import type { RequestLog } from "../observability/RequestLog.ts"
import type { ServerMetrics } from "../observability/ServerMetrics.ts"
import { headersTooLarge, internalError, malformedRequest } from "../response/ErrorReplies.ts"
import { isNearLimit } from "../response/RateLimit.ts"
import { makeReply, type Reply } from "../response/Reply.ts"
import type { SendReply } from "../response/SendReply.ts"
import type { RequestTrace } from "../telemetry/RequestTrace.ts"
import type { RequestTracing } from "../telemetry/RequestTracing.ts"
import { makeRequestId } from "./RequestId.ts"
import { respond, type Answer, type ReadService } from "./Respond.ts"

export interface RequestHandling {
  readonly service: ReadService
  readonly limits: ServerLimits
  readonly connections: Connections
  /** The address of the client, `undefined` if the connection is closed. */
  readonly clientAddress: (request: IncomingMessage) => string | undefined
  readonly sendReply: SendReply
  readonly metrics: ServerMetrics
  readonly log: RequestLog
  readonly usage: Pick<UsageCounter, "count">
  /** Absent if requests are not traced. */
  readonly tracing: RequestTracing | undefined
  readonly clock: Clock.Clock
  /** Called with defects, and with the causes of artifacts that could not be read. */
  readonly onFailure: (requestId: string, cause: Cause.Cause<unknown>) => void
}

/** Answers a request. The effect is an `Exit` if the response has been sent already, which is the usual case. */
export type RequestHandler = (request: IncomingMessage, response: PreparedResponse) => Effect.Effect<void>

/**
 * What holds for every request: it has an id, one response, metrics and a line in the log. A defect becomes a 500 in
 * JSON and is logged with its cause.
 */
export const makeRequestHandler = ({
  clientAddress,
  clock,
  connections,
  limits,
  log,
  metrics,
  onFailure,
  sendReply,
  service,
  tracing,
  usage
}: RequestHandling): RequestHandler => {
  const finish = ({ client, id, request, response, startedNanos, trace }: RequestContext, answer: Answer): void => {
    const close =
      hasBody(request) ||
      // A client that goes on without a key opens a connection for each request, which the limits on those slow down.
      answer.exceeded === "unauthorized" ||
      (service.draining() && connections.lastResponse(request.socket) === response)
    const send = ({ limits, reply }: Answer) =>
      sendReply(
        { response, reply, ownHeaders: [...limits, "X-Request-ID", id], close },
        clock.currentTimeMillisUnsafe()
      )
    let sent = answer
    try {
      send(answer)
    } catch (defect) {
      sent = failed(id, defect)
      if (!response.headersSent) send(sent)
    }
    if (sent.failure !== undefined) onFailure(id, toCause(sent.failure))
    if (!isFlushed(response)) connections.trackBody(request, response, sent.reply.body)
    const { bodyBytes, status } = sent.reply
    const endedNanos = clock.monotonicTimeNanosUnsafe()
    const durationMs = Number(endedNanos - startedNanos) / 1e6
    metrics.answered(sent.endpoint ?? noEndpoint, status, durationMs)
    if (sent.exceeded !== undefined) metrics.limitExceeded(sent.exceeded)
    // Only a key that was accepted has limits.
    if (sent.key !== undefined && sent.limits.length > 0) {
      usage.count({
        keyPrefix: sent.key,
        isRefused: sent.exceeded !== undefined,
        isNearLimit: isNearLimit(sent.limits),
        unixMillis: clock.currentTimeMillisUnsafe()
      })
    }
    const { httpVersion, method = "-", url: target = "" } = request
    const traceId =
      trace === undefined
        ? undefined
        : tracing?.end(trace, { answer: sent, client, id, httpVersion, method, target, startedNanos, endedNanos })
    log({
      method,
      target,
      status,
      durationMs,
      bytes: bodyBytes,
      release: sent.content?.release,
      fromRelease: sent.content?.fromRelease,
      client,
      userAgent: request.headers["user-agent"],
      requestId: id,
      key: sent.key,
      traceId
    })
  }

  const decide = ({ client, id, request, startedNanos, trace }: RequestContext): Effect.Effect<Answer> => {
    const { headers, method = "", url: target = "" } = request
    if (request.rawHeaders.length > 2 * limits.maxHeaders) return Effect.succeed(refused(headersTooLarge))
    if (!isWellFormed(request)) return Effect.succeed(refused(malformedRequest))
    return respond(
      trace === undefined ? service : trace.service,
      {
        id,
        client,
        method,
        isPreflight: method === "OPTIONS" && headers["access-control-request-method"] !== undefined,
        target,
        authorization: headers.authorization,
        acceptEncoding: headers["accept-encoding"],
        ifMatch: headers["if-match"],
        ifNoneMatch: headers["if-none-match"]
      },
      toInstant(clock, startedNanos)
    )
  }

  const beginTrace = (tracing: RequestTracing, { headers }: IncomingMessage): RequestTrace | undefined => {
    const { traceparent } = headers
    return tracing.begin(typeof traceparent === "string" ? traceparent : undefined, service)
  }

  const makeContext = (request: IncomingMessage, response: PreparedResponse): RequestContext => ({
    id: makeRequestId(request.headers["x-request-id"]),
    client: clientAddress(request),
    request,
    response,
    startedNanos: clock.monotonicTimeNanosUnsafe(),
    trace: tracing === undefined ? undefined : beginTrace(tracing, request)
  })

  const answer: RequestHandler = (request, response) => {
    const context = makeContext(request, response)
    let answer: Effect.Effect<Answer>
    try {
      answer = decide(context)
    } catch (defect) {
      answer = Effect.succeed(failed(context.id, defect))
    }
    const onSuccess = (answer: Answer) => finish(context, answer)
    const onFailure = (cause: Cause.Cause<never>) => finish(context, answerFailure(context.id, cause))
    if (Exit.isExit(answer)) {
      const sent = Effect.matchCauseEager(answer, { onSuccess, onFailure })
      if (!isFlushed(response)) connections.trackResponse(request, response)
      return sent
    }
    connections.trackResponse(request, response)
    return answer.pipe(
      Effect.onExit((exit) => Effect.sync(() => Exit.match(exit, { onSuccess, onFailure }))),
      Effect.asVoid
    )
  }

  return (request, response) => {
    if (!service.draining()) return answer(request, response)
    // Requests that arrived with this one are read first: the last response closes the connection.
    connections.trackResponse(request, response)
    return Effect.andThen(
      nextLoopTurn,
      Effect.suspend(() => answer(request, response))
    )
  }
}

/** Succeeds when everything that has arrived is read. */
const nextLoopTurn = Effect.callback<void>((resume) => {
  const immediate = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(immediate))
})

/** The `route` of requests in metrics that reached no endpoint. */
export const noEndpoint = "unknown"

interface RequestContext {
  readonly id: string
  /** The address of the client. */
  readonly client: string | undefined
  readonly request: IncomingMessage
  readonly response: PreparedResponse
  /** By the monotonic clock. */
  readonly startedNanos: bigint
  /** Absent if the request is not traced, which is the usual case. */
  readonly trace: RequestTrace | undefined
}

const answerFailure = (id: string, cause: Cause.Cause<never>): Answer =>
  Cause.hasInterruptsOnly(cause) ? refused(clientClosedRequest) : failed(id, cause)

/** Only for the log and the metrics, as in nginx: the client closed the connection before its response. */
const clientClosedRequest = makeReply(499, {})

const refused = (reply: Reply): Answer => ({ reply, endpoint: undefined, key: undefined, limits: [] })

const failed = (id: string, failure: unknown): Answer => ({ ...refused(internalError(id)), failure })

const toCause = (failure: unknown): Cause.Cause<unknown> => (Cause.isCause(failure) ? failure : Cause.die(failure))

/** What Node's parser does not require. */
const isWellFormed = (request: IncomingMessage): boolean =>
  versions.has(request.httpVersion) && hasValidHost(request) && hasKnownTransferCoding(request)

/** Node also reads HTTP/0.9 and HTTP/2.0 in the form of HTTP/1.1, of which neither is one. */
const versions: ReadonlySet<string> = new Set(["1.0", "1.1"])

/** Exactly one `Host`, which only HTTP/1.1 requires (RFC 9112, 3.2). Node joins several with commas. */
const hasValidHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined ? httpVersion === "1.0" : !headers.host.includes(",")

/** Where a body of another coding ends is unclear, and a proxy may see another end (RFC 9112, 6.1 and 6.3). */
const hasKnownTransferCoding = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"]?.trim().toLowerCase() === "chunked" || headers["transfer-encoding"] === undefined

/** No endpoint takes a body (service spec, section 4), so the connection is closed rather than the body read. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"
