import * as Argument from "effect/cli/Argument"
import * as Result from "effect/Result"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { mergeItems } from "../../edit/draft/ReplaceValues.ts"
import { makeCommand } from "../options/Options.ts"
import {
  editOptions,
  itemArgument,
  optionalText,
  repeatedText,
  requiredText,
  splitName,
  editSources,
  given
} from "./EditSources.ts"

const mergeOptions = {
  items: itemArgument("items", "dimension/value of the first value and codes of the others, or license codes").pipe(
    Argument.variadic({ min: 1 })
  ),
  into: requiredText("into", "Code that replaces all of them", "Code"),
  label: repeatedText("label", "Label of the value, if it is new"),
  description: repeatedText("description", "Description of the value, if it is new"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

/** `taxonomy merge`: replaces several items by one. */
export const mergeCommand = makeCommand("merge", mergeOptions, {
  'taxonomy merge exclusive_categories/ALCOHOL_BEER ALCOHOL_WINE --into ALCOHOL --label "Alcohol" --description "Beer and wine."':
    "Merge two values into a new one",
  "taxonomy merge exclusive_categories/QSR_FAST_FOOD QSR --into QSR": "Merge a value into an existing one"
})(function* ({ description, into, items, label, reason, ...input }) {
  yield* editSources(input, (draft) =>
    Result.gen(function* () {
      const [first = "", ...others] = items
      const subject = yield* findSubject(draft, first)
      const names = namesOfItems([formatItem(subject), ...others])
      const found = yield* Result.all(names.map((name) => findSubject(draft, name)))
      const texts = { labels: label, descriptions: description }
      return yield* mergeItems(draft, { items: found, into, ...texts, ...given("reason", reason) })
    })
  )
})

/** The names of items, each after the first in the same dimension unless it names its own. */
const namesOfItems = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [dimension, code] = splitName(names[0] ?? "")
  return names.map((name) => (code === undefined || name.includes("/") ? name : `${dimension}/${name}`))
}
