import { useExplorer } from "../ExplorerContext.ts"
import { navigate } from "./useRoute.ts"

/**
 * A parameter of the address, so that a link shows the same, and the function that changes it. An empty one is left out.
 * The browser's history does not keep what was before.
 */
export const useParameter = (name: string): readonly [value: string, change: (value: string) => void] => {
  const { route } = useExplorer()
  const { parameters } = route
  const change = (changed: string) =>
    navigate({ ...route, parameters: { ...parameters, [name]: changed === "" ? undefined : changed } }, "replace")
  return [parameters[name] ?? "", change]
}
