import type { ConfigProblem } from "../../domain/taxonomy/ConfigValidation.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { itemState } from "../model/ItemState.ts"
import { removedNotice } from "../model/Notice.ts"
import type { Release } from "../model/Release.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { missingItem } from "./MissingItems.ts"

interface MissingItemProps {
  readonly release: Release
  readonly problem: ConfigProblem
}

/** What became of the item that a problem names. Nothing if it was not removed. */
export const MissingItem = ({ problem, release }: MissingItemProps) => {
  const { catalog, languages } = useExplorer()
  const item = missingItem(problem)
  const entry = item && catalog.itemOf.get(formatItem(item))
  if (entry === undefined || item === undefined || itemState(catalog, release, item)._tag !== "Removed") return null
  return (
    <>
      {" "}
      <NoticeSentences release={release} notice={removedNotice(catalog, entry, languages, release.publishedAt)} />
    </>
  )
}
