import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { splitItem } from "../../edit/draft/ReplaceValues.ts"
import { usageError } from "../CommandRefused.ts"
import { makeCommand } from "../options/Options.ts"
import {
  editOptions,
  itemArgument,
  optionalText,
  repeatedText,
  requiredText,
  namesOf,
  editSources,
  given
} from "./EditSources.ts"

const splitOptions = {
  item: itemArgument("item"),
  into: requiredText("into", "Two or more codes, separated by commas", "Codes"),
  label: repeatedText("label", "Label of a new value; repeat it in the order of --into"),
  description: repeatedText("description", "Description of a new value; repeat it in the order of --into"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

/** `taxonomy split`: replaces an item by several that apply together. */
export const splitCommand = makeCommand("split", splitOptions, {
  'taxonomy split exclusive_categories/CONFECTIONERY_SNACKS --into SNACKS,CONFECTIONERY --label "Snacks" --description "Salted snacks." --label "Confectionery" --description "Sweets and chocolate."':
    "Split a value into two new ones"
})(function* (input) {
  const into = namesOf(input.into)
  if (new Set(into).size < 2) return yield* usageError("--into names fewer than two items. Write --into A,B.")
  yield* editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, input.item), (item) =>
      splitItem(draft, {
        item,
        into,
        labels: input.label,
        descriptions: input.description,
        ...given("reason", input.reason)
      })
    )
  )
})
