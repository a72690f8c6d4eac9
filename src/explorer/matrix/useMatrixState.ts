import { useCallback, useMemo } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import { navigate } from "../routing/useRoute.ts"
import { formatMatrixState, parseMatrixState, type MatrixState } from "./MatrixState.ts"

/** The state of the matrix, and the function that changes parts of it. */
export const useMatrixState = (): readonly [state: MatrixState, change: (changed: Partial<MatrixState>) => void] => {
  const { route } = useExplorer()
  const { language } = route.parameters
  const state = useMemo(() => parseMatrixState(route.parameters), [route.parameters])
  const change = useCallback(
    (changed: Partial<MatrixState>) =>
      navigate(
        {
          ...route,
          parameters: { ...formatMatrixState({ ...state, ...changed }), language }
        },
        "replace"
      ),
    [route, state]
  )
  return [state, change]
}
