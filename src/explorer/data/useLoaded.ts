import { useLayoutEffect, useState } from "preact/hooks"
import { DataError } from "./DataError.ts"
import type { DataProblem } from "./DataSource.ts"
import { useReloading } from "./ReloadContext.ts"

/** Data that is being read. If a reload fails, the value before stays beside the problem. */
export interface Loaded<A> {
  readonly value?: A
  readonly problem?: DataProblem
}

/** Reads data when a view is first shown, whenever a member of `inputs` changes, and again after changes of the data. */
export const useLoaded = <A>(load: () => Promise<A>, inputs: ReadonlyArray<unknown>): Loaded<A> => {
  const { revision } = useReloading()
  const [state, setState] = useState<{ readonly inputs: ReadonlyArray<unknown>; readonly loaded: Loaded<A> }>()
  // Before the page is painted, so that what was read before is shown without an empty page in between.
  useLayoutEffect(() => {
    let isCurrent = true
    const show = (loaded: Loaded<A>): void => {
      if (!isCurrent) return
      setState((before) => ({
        inputs,
        loaded:
          before !== undefined && isSame(before.inputs, inputs)
            ? { ...withoutProblem(before.loaded), ...loaded }
            : loaded
      }))
    }
    load().then(
      (value) => show({ value }),
      (error: unknown) => show({ problem: problemOf(error) })
    )
    return () => {
      isCurrent = false
    }
  }, [...inputs, revision])
  return state !== undefined && isSame(state.inputs, inputs) ? state.loaded : {}
}

const isSame = (left: ReadonlyArray<unknown>, right: ReadonlyArray<unknown>): boolean =>
  left.every((input, index) => Object.is(input, right[index]))

const withoutProblem = <A>({ value }: Loaded<A>): Loaded<A> => (value === undefined ? {} : { value })

const problemOf = (error: unknown): DataProblem => {
  if (error instanceof DataError) return error.problem
  // JSON of another form, or a mistake of the program: the browser's console shows where.
  reportError(error)
  return { _tag: "Damaged" }
}
