import { removedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, inSource } from "../../Finding.ts"
import { formatItem, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { replacementItem } from "../../taxonomy/Replacement.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { otherSources, type Check } from "../Check.ts"

export const wrongInstead: Check<
  "reference/wrong-instead",
  {
    readonly item: string
    /** What is to be used and does not exist; `null` if the item itself is wrong. */
    readonly missing: string | null
    /** The items that the release undoes. */
    readonly undone: ReadonlyArray<string>
  }
> = {
  id: "reference/wrong-instead",
  title: "Wrong name of what a release undoes",
  level: "error",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "The notes of a release can say under instead: what to use in place of an item that only withdrawn releases contained, and responses tell it to everyone who asks for the item. So it must be such an item, and what is to be used must exist.",
  breaks: `# notes/1.2.1.md, after 1.2.0, which added use_type/podcast, was withdrawn
---
instead: { use_type/podcasts: [editorial] }
---
Takes podcasts back.`,
  keeps: `# notes/1.2.1.md, after 1.2.0, which added use_type/podcast, was withdrawn
---
instead: { use_type/podcast: [editorial] }
---
Takes podcasts back.`,
  message: ({ item, missing }) =>
    missing === null
      ? `${item} is not an item that only withdrawn releases contain and this release removes`
      : `${item} is replaced by "${missing}", which does not exist`,
  help: ({ missing, undone }) => {
    if (missing !== null) return "Name an item that exists, or write [] if nothing replaces it."
    return undone.length === 0 ? "Remove it: this release undoes no item." : `Write one of ${undone.join(", ")}.`
  },
  run: ({ base, command: { notes, taxonomy, version }, recorded }) => {
    const { instead = {} } = notes ?? {}
    if (Object.keys(instead).length === 0) return []
    const before = base && snapshotOf(base.taxonomy)
    const removed = recorded.changes.flatMap((change): ReadonlyArray<ItemRef> => {
      const item = removedItem(change)
      return item === undefined || before?.get(item) !== undefined ? [] : [item]
    })
    const byName = new Map(removed.map((item) => [formatItem(item), item]))
    return Object.entries(instead).flatMap(([name, names]): ReadonlyArray<Finding> => {
      const item = byName.get(name)
      const missing =
        item === undefined
          ? [null]
          : names.filter((other) => snapshotOf(taxonomy).get(replacementItem(item, other)) === undefined)
      return missing.map((other) =>
        makeFinding(
          wrongInstead,
          { item: name, missing: other, undone: [...byName.keys()] },
          { location: inSource(`notes/${version}.md`, { path: ["instead", name] }) }
        )
      )
    })
  }
}
