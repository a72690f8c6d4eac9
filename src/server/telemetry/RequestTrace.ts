import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ReadService } from "../request/Respond.ts"
import type { TraceProposal } from "./TraceSampler.ts"

/** A request that will probably be traced, with the steps of its answer so far. */
export interface RequestTrace {
  readonly proposal: TraceProposal
  /** The service to answer with. It records its steps in this trace. */
  readonly service: ReadService
  readonly steps: ReadonlyArray<TraceStep>
}

/** A step of an answer, by the monotonic clock. */
export interface TraceStep {
  readonly name: string
  readonly startedNanos: bigint
  readonly endedNanos: bigint
}

/** Makes a trace that observes what a service does. Requests that are not traced use the service itself, at no cost. */
export const makeRequestTrace = (
  proposal: TraceProposal,
  service: ReadService,
  nowNanos: () => bigint
): RequestTrace => {
  const steps: Array<TraceStep> = []
  const record = (name: string, startedNanos: bigint): void => {
    steps.push({ name, startedNanos, endedNanos: nowNanos() })
  }
  const observe = <A, E>(name: string, run: () => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const startedNanos = nowNanos()
    const effect = run()
    if (!Exit.isExit(effect)) return Effect.onExit(effect, () => Effect.sync(() => record(name, startedNanos)))
    record(name, startedNanos)
    return effect
  }
  const observeLoad =
    <In, A, E>(name: string, load: (input: In) => Effect.Effect<A, E>) =>
    (input: In): Effect.Effect<A, E> =>
      Effect.suspend(() => observe(name, () => load(input)))

  const { bodies, changes, limiter, proofs } = service
  return {
    proposal,
    steps,
    service: {
      ...service,
      authenticate: (authorization) => {
        const startedNanos = nowNanos()
        const authentication = service.authenticate(authorization)
        record("authenticate", startedNanos)
        return authentication
      },
      limiter: {
        ...limiter,
        charge: (key, tier, now) => observe("charge rate limit", () => limiter.charge(key, tier, now)),
        peek: (key, tier, now) => observe("read rate limit", () => limiter.peek(key, tier, now))
      },
      bodies: { ...bodies, load: observeLoad("load release", bodies.load) },
      changes: { ...changes, load: observeLoad("load changes", changes.load) },
      proofs: { ...proofs, load: observeLoad("load proof", proofs.load) }
    }
  }
}
