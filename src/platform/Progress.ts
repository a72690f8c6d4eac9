import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Whoever may want to know how far long work has come. Nobody does, unless a command on a terminal says otherwise. */
export interface Progress {
  readonly begin: (what: string, steps: number) => Work
}

/** Work that goes on: told of each step that is done, and of the end, also where not all steps were done. */
export interface Work {
  readonly done: () => void
  readonly end: () => void
}

export const noProgress: Progress = { begin: () => ({ done: () => undefined, end: () => undefined }) }

export const Progress = Context.Reference<Progress>("taxonomy-licensing-data-service/release/Progress", {
  defaultValue: () => noProgress
})

/** Does work of so many steps, which says of each that it is done. */
export const withProgress = <A, E, R>(
  what: string,
  steps: number,
  work: (done: () => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Progress, (progress) =>
    Effect.suspend(() => {
      const { done, end } = progress.begin(what, steps)
      return Effect.ensuring(work(done), Effect.sync(end))
    })
  )

/** The same for each of several things, one after the other. */
export const forEachWithProgress = <A, B, E, R>(
  what: string,
  things: ReadonlyArray<A>,
  each: (thing: A) => Effect.Effect<B, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> =>
  withProgress(what, things.length, (done) =>
    Effect.forEach(things, (thing) => Effect.tap(each(thing), () => Effect.sync(done)))
  )
