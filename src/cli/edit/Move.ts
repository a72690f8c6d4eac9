import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { moveItem } from "../../edit/draft/ReplaceValues.ts"
import { makeCommand } from "../options/Options.ts"
import { editOptions, itemArgument, optionalText, requiredText, editSources, given } from "./EditSources.ts"

const moveOptions = {
  item: itemArgument("item", "dimension/CODE, code or label of the value to move, or a license to rename"),
  to: requiredText("to", "Other dimension, dimension/CODE, or code of a license", "Other dimension or code"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

/** `taxonomy move`: moves a value to another dimension, or renames a value or license. */
export const moveCommand = makeCommand("move", moveOptions, {
  "taxonomy move exclusive_categories/TICKETING --to athlete_services": "Keep the code",
  "taxonomy move exclusive_categories/TICKETING --to athlete_services/ticket_sales":
    "Write the code as the other dimension does",
  "taxonomy move exclusive_categories/TICKETING --to exclusive_categories/TICKETS": "Rename"
})(function* ({ item, reason, to, ...input }) {
  yield* editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, item), (found) =>
      moveItem(draft, { item: found, to, ...given("reason", reason) })
    )
  )
})
