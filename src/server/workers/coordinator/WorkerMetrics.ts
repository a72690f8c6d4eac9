import type * as Metric from "effect/Metric"
import { combineStates, type MetricEntry, type MetricState } from "../SumMetrics.ts"

/** The metrics of all workers, in the registry of the coordinator. */
export interface WorkerMetrics {
  /** Takes the present metrics of a worker. */
  readonly put: (worker: number, entries: ReadonlyArray<MetricEntry>) => void
  /** Keeps the counts of a worker that has ended. */
  readonly retire: (worker: number) => void
}

/**
 * Shows each metric of the workers in a registry, added to the value of the coordinator if it has that metric too. What a
 * worker has counted stays counted when it ends, so that no counter goes back.
 */
export const makeWorkerMetrics = (registry: Metric.MetricRegistry): WorkerMetrics => {
  const present = new Map<number, ReadonlyMap<string, MetricEntry>>()
  const retired = new Map<string, MetricEntry>()
  const shown = new Set<string>()

  const total = (key: string, own?: MetricState) => {
    const entries = [retired, ...present.values()].flatMap((entries) => entries.get(key) ?? [])
    const states = entries.map(({ state }) => state)
    const combination = entries[0]?.combination ?? "sum"
    const all = own === undefined ? states : [own, ...states]
    return all.length === 0 ? zero : all.reduce((sum, state) => combineStates(sum, state, combination))
  }

  const show = ({ key, metadata }: MetricEntry): void => {
    if (shown.has(key)) return
    shown.add(key)
    const own = registry.get(key)?.hooks
    const hooks = own ?? { update: () => undefined, modify: () => undefined }
    registry.set(key, { ...metadata, hooks: { ...hooks, get: (context) => total(key, own?.get(context)) } })
  }

  return {
    put: (worker, entries) => {
      for (const entry of entries) show(entry)
      present.set(
        worker,
        new Map([...(present.get(worker) ?? []), ...entries.map((entry) => [entry.key, entry] as const)])
      )
    },
    retire: (worker) => {
      for (const [key, entry] of present.get(worker) ?? []) {
        // What a thread has at present ends with it.
        if (entry.metadata.type === "Gauge") continue
        const before = retired.get(key)
        const state = before === undefined ? entry.state : combineStates(before.state, entry.state, entry.combination)
        retired.set(key, { ...entry, state })
      }
      present.delete(worker)
    }
  }
}

/** The value of a gauge that no thread has at present. */
const zero = { value: 0 }
