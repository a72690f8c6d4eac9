import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

/** A metric whose value is read when the metrics are. */
export interface ObservedMetric {
  readonly name: string
  readonly description: string
  /** True for a counter, false for a gauge. */
  readonly counter?: boolean
  readonly attributes?: Readonly<Record<string, string>>
  readonly read: () => number
}

/** A value that goes up and down. */
export const gauge = (name: string, description: string, read: () => number): ObservedMetric => ({
  name,
  description,
  read
})

/** A value that only grows. */
export const counter = (name: string, description: string, read: () => number): ObservedMetric => ({
  ...gauge(name, description, read),
  counter: true
})

/** Registers metrics until the scope closes. */
export const registerObserved = (metrics: ReadonlyArray<ObservedMetric>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context(), (context) =>
      metrics.map(({ attributes = {}, counter = false, description, name, read }) =>
        counter
          ? Metric.registerUnsafe(Metric.counter(name, { description, attributes, incremental: true }), context, {
              get: () => ({ count: read(), incremental: true }),
              ...readOnly
            })
          : Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
              get: () => ({ value: read() }),
              ...readOnly
            })
      )
    ),
    (registrations) => Effect.sync(() => registrations.forEach((registration) => registration.remove()))
  ).pipe(Effect.asVoid)

const readOnly = { update: () => undefined, modify: () => undefined }
