import type * as Clock from "effect/Clock"
import { endpointRoutes } from "../../api/EndpointRoutes.ts"
import type { Answer, ReadService } from "../request/Respond.ts"
import { makeRequestSpans, type TracedRequest } from "./RequestSpans.ts"
import { makeRequestTrace, type RequestTrace } from "./RequestTrace.ts"
import type { SpanExport } from "./SpanExport.ts"
import { makeTraceSampler } from "./TraceSampler.ts"

/** Traces requests. Their spans are made after the response, so that it does not wait for them. */
export interface RequestTracing {
  /** Begins the trace of a request, or returns `undefined` if it is not sampled. */
  readonly begin: (traceparent: string | undefined, service: ReadService) => RequestTrace | undefined
  /** Ends the trace of a request. Returns its id, or `undefined` if it is not sampled after all. */
  readonly end: (trace: RequestTrace, request: AnsweredRequest) => string | undefined
}

export interface AnsweredRequest extends Omit<TracedRequest, "bodyBytes" | "key" | "release" | "route" | "status"> {
  readonly answer: Answer
}

export interface RequestTracingOptions {
  readonly basePath: string
  readonly fraction: number
  readonly clock: Clock.Clock
  readonly random: () => number
  readonly spans: SpanExport
}

export const makeRequestTracing = ({
  basePath,
  clock,
  fraction,
  random,
  spans
}: RequestTracingOptions): RequestTracing => {
  const routes = new Map<string, string>(endpointRoutes().map(({ name, path }) => [name, basePath + path]))
  const nowNanos = () => clock.monotonicTimeNanosUnsafe()
  const sampler = makeTraceSampler({ fraction, random, nowMillis: () => Number(nowNanos() / 1_000_000n) })
  return {
    begin: (traceparent, service) => {
      const proposal = sampler.propose(traceparent)
      return proposal === undefined ? undefined : makeRequestTrace(proposal, service, nowNanos)
    },
    end: ({ proposal, steps }, { answer, ...request }) => {
      const { content, endpoint, key, limits, reply } = answer
      // Only answers to accepted keys state rate limits.
      if (!sampler.confirm(proposal, limits.length > 0)) return undefined
      const made = makeRequestSpans(
        {
          ...request,
          key,
          release: content?.release,
          route: endpoint === undefined ? undefined : routes.get(endpoint),
          status: reply.status,
          bodyBytes: reply.bodyBytes
        },
        { parent: proposal.parent, steps, epochNanos: clock.currentTimeNanosUnsafe() - nowNanos() }
      )
      spans.push(made)
      return made[0].traceId
    }
  }
}
