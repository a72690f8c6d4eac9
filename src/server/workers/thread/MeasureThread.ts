import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import { combinationOf } from "../../observability/ObservedMetrics.ts"
import type { MetricEntry } from "../SumMetrics.ts"

/** The metrics of this thread, for the sums of the coordinator. */
export const measureThread = (context: Context.Context<never>): ReadonlyArray<MetricEntry> =>
  readEntries(context, () => true)

/** Those of them that only grow. Reading a gauge may reset it. */
export const countThread = (context: Context.Context<never>): ReadonlyArray<MetricEntry> =>
  readEntries(context, (type) => type !== "Gauge")

const readEntries = (
  context: Context.Context<never>,
  isRead: (type: Metric.Metric.Type) => boolean
): ReadonlyArray<MetricEntry> =>
  [...Context.get(context, Metric.MetricRegistry)]
    .filter(([, { type }]) => isRead(type))
    .map(([key, { hooks, ...metadata }]) => ({
      key,
      metadata,
      state: hooks.get(context),
      combination: combinationOf(metadata.id)
    }))
