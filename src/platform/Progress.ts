import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Progress reporting for long operations. Does nothing unless a terminal command provides an implementation. */
export interface Progress {
  /** `steps` is `undefined` if nobody knows how many there are. */
  readonly begin: (title: string, steps: number | undefined) => ProgressBar
}

export interface ProgressBar {
  /** Reports that one more step is done. */
  readonly advance: () => void
  /** Ends the report, also if not all steps were done. */
  readonly end: () => void
}

export const noProgress: Progress = { begin: () => ({ advance: () => undefined, end: () => undefined }) }

export const Progress = Context.Reference<Progress>("taxonomy-licensing-data-service/platform/Progress", {
  defaultValue: () => noProgress
})

/** Runs work that calls `advance` for each of its steps. */
export const withProgress = <A, E, R>(
  title: string,
  steps: number | undefined,
  work: (advance: () => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Progress, (progress) =>
    Effect.suspend(() => {
      const { advance, end } = progress.begin(title, steps)
      return Effect.ensuring(work(advance), Effect.sync(end))
    })
  )

/** Runs an effect for each item, one after the other, and reports each as a step. */
export const forEachWithProgress = <A, B, E, R>(
  title: string,
  items: ReadonlyArray<A>,
  run: (item: A) => Effect.Effect<B, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> =>
  withProgress(title, items.length, (advance) =>
    Effect.forEach(items, (item) => Effect.tap(run(item), () => Effect.sync(advance)))
  )
