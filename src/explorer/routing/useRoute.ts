import { useLayoutEffect, useMemo, useState } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import { formatRoute, parseRoute, type Route, type Target } from "./Route.ts"

/** The current route. Follows links, and the buttons of the browser. */
export const useRoute = (): Route => {
  const [hash, setHash] = useState(location.hash)
  useLayoutEffect(() => {
    const update = () => setHash(location.hash)
    addEventListener("hashchange", update)
    return () => removeEventListener("hashchange", update)
  }, [])
  return useMemo(() => parseRoute(hash), [hash])
}

/** Shows another route. `replace` keeps it out of the browser's history, for what changes while a person types. */
export const navigate = (target: Target, mode: "push" | "replace" = "push"): void => {
  const hash = formatRoute(target)
  if (mode === "push") {
    location.hash = hash
    return
  }
  // The state has the position of the entry in the history.
  history.replaceState(history.state, "", hash)
  dispatchEvent(new HashChangeEvent("hashchange"))
}

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
