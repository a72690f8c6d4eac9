import * as Argument from "effect/cli/Argument"
import * as Result from "effect/Result"
import { fileOf, joinRoot } from "../../build/sources/SourceTree.ts"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { setField } from "../../edit/draft/SetField.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { editOptions, editSources } from "./EditSources.ts"

/** What names the taxonomy itself: a dimension may be called `taxonomy`. */
const header = "taxonomy.yaml"

const setOptions = {
  item: Options.itemArgument,
  key: Options.textArgument("key", "Key in the sources: a text, a list of texts, or true or false"),
  values: Options.textArgument("value", "What the key holds from now on; for a list, all of its entries").pipe(
    Argument.variadic({ min: 0 })
  ),
  remove: Options.explicitToggle("remove", "Remove the key"),
  ...editOptions
}

/** `taxonomy set`: sets or removes a field of an item or of the header of the taxonomy. */
export const setCommand = Options.makeCommand("set", setOptions, {
  'taxonomy set product_categories/QSR alt_labels "Fast food" "Takeaway"': "Replace a list",
  "taxonomy set use_type/editorial notes --remove": "Remove a key",
  'taxonomy set taxonomy.yaml title "Licenses of athletes"': "Change the title of the taxonomy"
})(function* ({ item, key, remove, values, ...input }) {
  if (remove === values.length > 0) return yield* usageError("Write what the key holds, or pass --remove.")
  const texts = remove ? undefined : values.map((text) => text.trim())
  yield* editSources(input, (draft) =>
    Result.flatMap(item === header ? Result.succeed(undefined) : findSubject(draft, item), (found) => {
      const file = found === undefined ? header : fileOf(found)
      return setField(draft, { item: found, key, texts, file: joinRoot(input.src, file) })
    })
  )
})
