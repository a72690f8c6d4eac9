import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

/** A metric whose value is read when the metrics are. */
export interface ObservedMetric {
  readonly name: string
  readonly description: string
  /** True for a counter, false for a gauge. */
  readonly counter?: boolean
  /** How the values of a gauge in several threads become one. Default: "sum". */
  readonly combination?: Combination
  readonly attributes?: Readonly<Record<string, string>>
  readonly read: () => number
}

export type Combination = "sum" | "max" | "min"

/** How the values of a gauge with a name combine. */
export const combinationOf = (name: string): Combination => combinations.get(name) ?? "sum"

/** Registers metrics until the scope closes. */
export const registerObserved = (metrics: ReadonlyArray<ObservedMetric>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context(), (context) =>
      metrics.map(({ attributes = {}, combination = "sum", counter = false, description, name, read }) => {
        combinations.set(name, combination)
        return counter
          ? Metric.registerUnsafe(Metric.counter(name, { description, attributes, incremental: true }), context, {
              get: () => ({ count: read(), incremental: true }),
              ...readOnly
            })
          : Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
              get: () => ({ value: read() }),
              ...readOnly
            })
      })
    ),
    (registrations) => Effect.sync(() => registrations.forEach((registration) => registration.remove()))
  ).pipe(Effect.asVoid)

/** By the name of the metric, which says it in its only declaration. */
const combinations = new Map<string, Combination>()

const readOnly = { update: () => undefined, modify: () => undefined }
