import { useLayoutEffect, useState } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { searcherOf, type Searcher } from "./Searcher.ts"

/** The search of a release. The component is shown again whenever more can be found. */
export const useSearcher = (release: Release): Searcher => {
  const { catalog } = useExplorer()
  const searcher = searcherOf(release, catalog)
  const [, update] = useState(0)
  // In the task of the rendering, so that nothing is found in between.
  useLayoutEffect(() => searcher.subscribe(() => update((number) => number + 1)), [searcher])
  return searcher
}
