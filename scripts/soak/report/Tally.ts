import { quantile } from "../../../bench/figures/Statistics.ts"
import { outcomeOf } from "../requests/SoakAnswer.ts"
import { isAborted } from "../requests/SoakRequest.ts"
import type { Exchange } from "../rules/Rule.ts"

export interface TallySummary {
  readonly answers: number
  /** Milliseconds until the end of an answer that was read at once. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Answers by kind of request and outcome. */
  readonly byKind: Readonly<Record<string, number>>
  /** Answers by status and reason. */
  readonly byOutcome: Readonly<Record<string, number>>
}

/** Counts of answers, and their latencies. */
export interface Tally {
  readonly add: (exchange: Exchange, millis: number) => void
  readonly summary: () => TallySummary
}

export const makeTally = (): Tally => {
  const [byKind, byOutcome] = [new Map<string, number>(), new Map<string, number>()]
  const latencies: Array<number> = []
  let answers = 0
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    add: ({ answer, request }, millis) => {
      const outcome = isAborted(request) ? "aborted" : outcomeOf(answer)
      answers++
      count(byOutcome, outcome)
      count(byKind, `${request.name}: ${outcome}`)
      if (request.client === undefined) latencies.push(millis)
    },
    summary: () => ({
      answers,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      max: latencies.reduce((max, each) => Math.max(max, each), 0),
      byKind: sorted(byKind),
      byOutcome: sorted(byOutcome)
    })
  }
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].toSorted(([left], [right]) => left.localeCompare(right)))
