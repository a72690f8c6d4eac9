import type { Timestamp } from "../../ledger/Timestamp.ts"
import { itemEntries } from "../../lookup/ItemEntries.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import type { ReleaseHistory } from "../ReleaseHistory.ts"
import { newestStanding } from "../StandingReleases.ts"
import { comingDueIn, type ComingDue, type ItemComingDue } from "./ComingDue.ts"

/** A deprecated item of the newest release or of the draft. */
export interface DueItem extends ItemComingDue {
  /** What the draft does to the deprecation that is published, or `deprecated` if only the draft deprecates the item. */
  readonly draft: "unchanged" | "deprecated" | "undeprecated" | "removed"
}

/** Every deprecated item of the newest release and of the draft, whose own `due` items are given. */
export const dueItems = (
  history: ReleaseHistory,
  draft: Taxonomy,
  due: ReadonlyArray<ComingDue>,
  today: Timestamp
): ReadonlyArray<DueItem> => {
  const newest = newestStanding(history)
  const drafted = due.filter((each) => each.kind === "removal")
  if (newest === undefined) return drafted.map((each) => ({ ...each, draft: "deprecated" }))
  const ids = new Set(drafted.map(({ item }) => toItemId(item)))
  const inDraft = new Set(itemEntries(draft).map(({ item }) => toItemId(item)))
  const published = comingDueIn(history, newest, today).filter((each) => each.kind === "removal")
  return [
    ...drafted.map((each): DueItem => {
      const isPublished = each.forecast.may_go === "removed" || newest.clocks.has(toItemId(each.item))
      return { ...each, draft: isPublished ? "unchanged" : "deprecated" }
    }),
    ...published
      .filter(({ item }) => !ids.has(toItemId(item)))
      .map((each): DueItem => ({ ...each, draft: inDraft.has(toItemId(each.item)) ? "undeprecated" : "removed" }))
  ]
}
