import { useEffect, useState } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { searcherOf, type Searcher } from "./Searcher.ts"

/** The search of a release. The component is shown again whenever more can be found. */
export const useSearcher = (release: Release): Searcher => {
  const { catalog } = useExplorer()
  const searcher = searcherOf(release, catalog)
  const [, update] = useState(0)
  useEffect(() => {
    const show = (): void => update((number) => number + 1)
    // More may have been found between the first rendering and this effect.
    show()
    return searcher.subscribe(show)
  }, [searcher])
  return searcher
}
