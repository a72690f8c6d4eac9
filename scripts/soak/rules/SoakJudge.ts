import type { SoakAnswer } from "../requests/SoakAnswer.ts"
import { unixMillis } from "../WallClock.ts"
import type { SentRequest, SoakWorld } from "../world/SoakWorld.ts"
import type { Exchange } from "./Rule.ts"
import { findSoakProblem } from "./SoakRules.ts"

/** Judges every answer, and remembers the first one that is wrong. */
export interface SoakJudge {
  readonly onAnswer: (sent: SentRequest, answer: SoakAnswer) => void
  /** Decides what had to wait until the servers said whether they counted without Redis. `askedAt` is when they were asked. */
  readonly onSample: (askedAt: number) => void
  /** Fails the run for something else than an answer. */
  readonly fail: (problem: string) => void
  /** The problem, with the request, the answer and the world. */
  readonly problem: () => string | undefined
}

/** An answer that is right only if limits were not exact. */
interface Suspicion {
  readonly sent: SentRequest
  readonly problem: string
  readonly exchange: Exchange
  readonly at: number
}

export const makeSoakJudge = (world: SoakWorld, onJudged: (exchange: Exchange, millis: number) => void): SoakJudge => {
  let problem: string | undefined
  let suspicions: ReadonlyArray<Suspicion> = []

  const report = (reason: string, { key }: SentRequest, { answer, request, world }: Exchange): void => {
    problem ??= [
      reason,
      `request ${JSON.stringify({ ...request, key: key?.identifier ?? request.key })}`,
      `answer ${JSON.stringify(answer)}`,
      `world ${JSON.stringify(world)}`,
      `key ${JSON.stringify(key === undefined ? null : { ...key, key: undefined })}`
    ].join("\n  ")
  }

  return {
    onAnswer: (sent, answer) => {
      const now = performance.now()
      const view = world.receive(sent, answer, now, unixMillis())
      const exchange: Exchange = { request: sent.request, answer, world: view }
      onJudged(exchange, now - sent.sentAt)
      const reason = findSoakProblem(exchange)
      if (reason === undefined) return
      const { limits } = view
      const lenient =
        limits && findSoakProblem({ ...exchange, world: { ...view, limits: { ...limits, isExact: false } } })
      if (limits?.isExact !== true || lenient !== undefined) return report(reason, sent, exchange)
      suspicions = [...suspicions, { sent, problem: reason, exchange, at: now }]
    },
    onSample: (askedAt) => {
      for (const { exchange, problem, sent } of suspicions.filter(({ at }) => at < askedAt)) {
        if (sent.key?.inexactnessBefore === world.inexactness) report(problem, sent, exchange)
      }
      suspicions = suspicions.filter(({ at }) => at >= askedAt)
    },
    fail: (reason) => {
      problem ??= reason
    },
    problem: () => problem
  }
}
