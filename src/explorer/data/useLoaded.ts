import { createContext } from "preact"
import { useContext, useLayoutEffect, useState } from "preact/hooks"
import { DataError, type DataProblem, isKeyProblem } from "./DataSource.ts"

/** Data that is being read. If a reload fails, the value before stays beside the problem, unless the key is refused. */
interface Loaded<A> {
  readonly value?: A
  readonly problem?: DataProblem
}

/** Reads data when a view is first shown, whenever a member of `inputs` changes, and again after changes of the data. */
export const useLoaded = <A>(load: () => Promise<A>, inputs: ReadonlyArray<unknown>): Loaded<A> => {
  const { revision } = useReloading()
  const [state, setState] = useState<State<A>>()
  // Before the page is painted, so that what was read before is shown without an empty page in between.
  useLayoutEffect(() => {
    let isCurrent = true
    const show = (toLoaded: (before: Loaded<A>) => Loaded<A>): void => {
      if (isCurrent) setState((before) => ({ inputs, loaded: toLoaded(loadedFor(inputs, before)) }))
    }
    load().then(
      (value) => show(() => ({ value })),
      (error: unknown) => {
        const problem = problemOf(error)
        // Without a valid key, nothing of the taxonomy is kept.
        show((before) => (isKeyProblem(problem) ? { problem } : { ...before, problem }))
      }
    )
    return () => {
      isCurrent = false
    }
  }, [...inputs, revision])
  return loadedFor(inputs, state)
}

type State<A> = { readonly inputs: ReadonlyArray<unknown>; readonly loaded: Loaded<A> }

const loadedFor = <A>(inputs: ReadonlyArray<unknown>, state: State<A> | undefined): Loaded<A> =>
  state?.inputs.every((input, index) => Object.is(input, inputs[index])) === true ? state.loaded : {}

const problemOf = (error: unknown): DataProblem => {
  if (error instanceof DataError) return error.problem
  // JSON of another form, or a mistake of the program: the browser's console shows where.
  reportError(error)
  return { code: "damaged" }
}

/** Reads all data again that has changed or could not be read. */
interface Reloading {
  /** The number of reloads so far. */
  readonly revision: number
  readonly reload: () => void
}

export const ReloadContext = createContext<Reloading>({ revision: 0, reload: () => undefined })

export const useReloading = (): Reloading => useContext(ReloadContext)
