import type { IncomingMessage, ServerResponse } from "node:http"
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { momentSince } from "../../limits/Instant.ts"
import { hasLeft, type Connections } from "../node/Connections.ts"
import { refusalOf, type ServerLimits } from "../node/NodeServer.ts"
import type { ServerMetrics } from "../observability/Metrics.ts"
import type { RequestLog } from "../observability/RequestLog.ts"
import { internalError } from "../response/ErrorReplies.ts"
import { makeReply, type Reply } from "../response/Reply.ts"
import { makeSendReply } from "../response/SendReply.ts"
import { requestIdOf } from "./RequestId.ts"
import { respond, type Answer, type ReadService } from "./Respond.ts"

export interface RequestHandling {
  readonly service: ReadService
  readonly limits: ServerLimits
  readonly connections: Connections
  readonly metrics: ServerMetrics
  readonly log: RequestLog
  readonly clock: Clock.Clock
  /** Told of mistakes in this program, and of what could not be read. */
  readonly onFailure: (requestId: string, cause: Cause.Cause<unknown>) => void
}

/** Answers a request over Node's response: at once where nothing comes back, and otherwise with the effect. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Effect.Effect<void> | undefined

/**
 * What holds of every request, in whatever way it is answered: it has an id, one answer, a place in the metrics and a
 * line in the log; and a mistake in the program is a 500 in JSON, logged with its cause.
 */
export const makeRequestHandler = ({
  clock,
  connections,
  limits,
  log,
  metrics,
  onFailure,
  service
}: RequestHandling): RequestHandler => {
  const sendReply = makeSendReply(limits)
  const finish = ({ id, request, response, started }: Begun, answer: Answer): void => {
    const close = hasBody(request) || (service.draining() && connections.waiting(request) <= 1)
    const send = ({ limits, reply }: Answer) =>
      sendReply(
        { request, response, reply, own: [...limits, "X-Request-ID", id], close },
        clock.currentTimeMillisUnsafe()
      )
    let sent = answer
    try {
      send(answer)
    } catch (defect) {
      sent = failed(id, defect)
      if (!response.headersSent) send(sent)
    }
    if (sent.failure !== undefined) onFailure(id, causeOf(sent.failure))
    const { status } = sent.reply
    const durationMs = Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
    metrics.answered(sent.endpoint ?? noEndpoint, status, durationMs)
    if (sent.exceeded !== undefined) metrics.limitRefused(sent.exceeded)
    log({
      method: request.method ?? "-",
      path: pathOf(request.url ?? ""),
      status,
      durationMs,
      requestId: id,
      key: sent.key
    })
  }

  const decide = ({ id, request, started }: Begun): Answer | Effect.Effect<Answer> => {
    const refusal = refusalOf(request, limits)
    if (refusal !== undefined) return refused(refusal)
    const { headers, method = "", url: target = "" } = request
    return respond(
      service,
      {
        id,
        method,
        target,
        authorization: headers.authorization,
        acceptEncoding: headers["accept-encoding"],
        ifNoneMatch: headers["if-none-match"]
      },
      momentSince(clock, started)
    )
  }

  const answer: RequestHandler = (request, response) => {
    const started = clock.monotonicTimeNanosUnsafe()
    const begun = { id: requestIdOf(request.headers["x-request-id"]), request, response, started }
    let answer: Answer | Effect.Effect<Answer>
    try {
      answer = decide(begun)
    } catch (defect) {
      answer = failed(begun.id, defect)
    }
    if (Effect.isEffect(answer)) {
      connections.waitsFor(request, response)
      return finishLater(answer, begun.id, (answer) => finish(begun, answer))
    }
    finish(begun, answer)
    if (!hasLeft(response)) connections.waitsFor(request, response)
    return undefined
  }

  const answerInTurn = (request: IncomingMessage, response: ServerResponse, turn: Effect.Effect<boolean>) =>
    Effect.flatMap(turn, (came) => {
      if (came) return answer(request, response) ?? Effect.void
      const started = clock.monotonicTimeNanosUnsafe()
      const id = requestIdOf(request.headers["x-request-id"])
      return Effect.sync(() => finish({ id, request, response, started }, refused(callerGone)))
    })

  return (request, response) => {
    const turn = connections.turnOf(request, response)
    if (turn !== undefined) return answerInTurn(request, response, turn)
    if (!service.draining()) return answer(request, response)
    // Whatever came along with it is read first: the last answer ends the connection, and there may be none after it.
    connections.waitsFor(request, response)
    return Effect.andThen(
      nextTurn,
      Effect.suspend(() => answer(request, response) ?? Effect.void)
    )
  }
}

/** When all that has arrived was read. */
const nextTurn = Effect.callback<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

/** What is counted where no endpoint was reached. */
export const noEndpoint = "unknown"

interface Begun {
  readonly id: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** In nanoseconds of a clock that only goes forward. */
  readonly started: bigint
}

/** Whatever becomes of an answer that is waited for, something is sent and logged. */
const finishLater = (
  answer: Effect.Effect<Answer>,
  id: string,
  finish: (answer: Answer) => void
): Effect.Effect<void> =>
  answer.pipe(
    Effect.onExit((exit) => Effect.sync(() => finish(Exit.isSuccess(exit) ? exit.value : unanswered(id, exit.cause)))),
    Effect.asVoid
  )

const unanswered = (id: string, cause: Cause.Cause<never>): Answer =>
  Cause.hasInterruptsOnly(cause) ? refused(callerGone) : failed(id, cause)

/** For the log and the metrics, as other servers have it: who asked has left before there was an answer. */
const callerGone = makeReply(499, {})

const refused = (reply: Reply): Answer => ({ reply, endpoint: undefined, key: undefined, limits: [] })

const failed = (id: string, failure: unknown): Answer => ({ ...refused(internalError(id)), failure })

const causeOf = (failure: unknown): Cause.Cause<unknown> => (Cause.isCause(failure) ? failure : Cause.die(failure))

/** No endpoint takes a body (service spec, section 4), so one is not waited for: the connection ends instead. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const pathOf = (target: string): string => {
  const mark = target.indexOf("?")
  return mark === -1 ? target : target.slice(0, mark)
}
