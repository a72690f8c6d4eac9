import { parseTraceParent, type TraceParent } from "./TraceParent.ts"

export interface TraceSamplerOptions {
  /** The fraction of requests to trace, from 0 to 1. */
  readonly fraction: number
  /** A number from 0 to below 1. */
  readonly random: () => number
  /** By the monotonic clock. */
  readonly nowMillis: () => number
}

/** Decides which requests are traced. */
export interface TraceSampler {
  /** Decides about a request by its `traceparent` header. Returns `undefined` if it will not be traced. */
  readonly propose: (traceparent: string | undefined) => TraceProposal | undefined
  /** The final decision, once it is known whether the API key of the request was accepted. */
  readonly confirm: (proposal: TraceProposal, isAccepted: boolean) => boolean
}

export interface TraceProposal {
  readonly parent: TraceParent | undefined
  /** True if the server chose the request itself. */
  readonly isChosen: boolean
}

/**
 * Traces a fraction of the requests, and those that callers sample, as long as they are few.
 *
 * Anybody can send `traceparent`, so it must not decide what the server spends. The sampled flag counts only with an
 * accepted API key and for a bounded number of requests per second. Beyond that the server chooses at random, without
 * regard to the id of the trace, which is the caller's choice too. A caller that does not sample is not traced.
 */
export const makeTraceSampler = ({ fraction, nowMillis, random }: TraceSamplerOptions): TraceSampler => {
  let tokens = maxRequestedPerSecond
  let filledAt = nowMillis()
  const hasTokens = (): boolean => {
    const now = nowMillis()
    tokens = Math.min(maxRequestedPerSecond, tokens + ((now - filledAt) / 1000) * maxRequestedPerSecond)
    filledAt = now
    return tokens >= 1
  }
  const take = (): boolean => {
    if (!hasTokens()) return false
    tokens--
    return true
  }
  return {
    propose: (traceparent) => {
      const parent = traceparent === undefined ? undefined : parseTraceParent(traceparent)
      if (parent?.isSampled === false) return undefined
      const isChosen = random() < fraction
      return isChosen || (parent !== undefined && hasTokens()) ? { parent, isChosen } : undefined
    },
    confirm: ({ isChosen }, isAccepted) => isChosen || (isAccepted && take())
  }
}

const maxRequestedPerSecond = 10
