import type * as Metric from "effect/Metric"
import type { Combination } from "../observability/ObservedMetrics.ts"

/** A metric as a registry holds it. */
export interface MetricEntry {
  /** The key of the registry, the same for the same metric in every thread. */
  readonly key: string
  readonly metadata: Omit<Metric.Metric.Snapshot, "state">
  readonly state: MetricState
  /** How the values of a gauge combine. */
  readonly combination: Combination
}

export type MetricState = Metric.Metric.Snapshot["state"]

/** Combines the states of one metric. Counts add; a gauge says itself how its values combine. */
export const combineStates = (left: MetricState, right: MetricState, combination: Combination): MetricState => {
  if ("buckets" in left && "buckets" in right) {
    return {
      buckets: left.buckets.map(([bound, count], index) => [bound, count + (right.buckets[index]?.[1] ?? 0)]),
      count: left.count + right.count,
      min: Math.min(left.min, right.min),
      max: Math.max(left.max, right.max),
      sum: left.sum + right.sum
    }
  }
  if ("occurrences" in left && "occurrences" in right) {
    const occurrences = new Map(left.occurrences)
    for (const [name, count] of right.occurrences) occurrences.set(name, (occurrences.get(name) ?? 0) + count)
    return { occurrences }
  }
  if ("count" in left && "count" in right && "incremental" in left) {
    return { ...left, count: Number(left.count) + Number(right.count) }
  }
  if ("value" in left && "value" in right) {
    return { ...left, value: combineValues(Number(left.value), Number(right.value), combination) }
  }
  return left
}

const combineValues = (left: number, right: number, combination: Combination): number => {
  switch (combination) {
    case "sum":
      return left + right
    case "max":
      return Math.max(left, right)
    case "min":
      return Math.min(left, right)
  }
}
