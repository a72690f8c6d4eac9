import * as Result from "effect/Result"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { findSubject } from "../../edit/draft/FindSubject.ts"
import { mergeItems } from "../../edit/draft/ReplaceValues.ts"
import { splitName } from "./EditOptions.ts"
import { editSources } from "./EditSources.ts"
import { given } from "./Given.ts"
import type { MergeInput } from "./Merge.ts"

export const runMerge = ({ description, into, items, label, reason, ...input }: MergeInput) =>
  editSources(input, (draft) =>
    Result.gen(function* () {
      const [first = "", ...others] = items
      const subject = yield* findSubject(draft, first)
      const names = namesOfItems([formatItem(subject), ...others])
      const found = yield* Result.all(names.map((name) => findSubject(draft, name)))
      const texts = { labels: label, descriptions: description }
      return yield* mergeItems(draft, { items: found, into, ...texts, ...given("reason", reason) })
    })
  )

/** The names of items, each after the first in the same dimension unless it names its own. */
const namesOfItems = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [dimension, code] = splitName(names[0] ?? "")
  return names.map((name) => (code === undefined || name.includes("/") ? name : `${dimension}/${name}`))
}
