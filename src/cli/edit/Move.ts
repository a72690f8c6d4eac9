import * as Command from "effect/cli/Command"
import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { moveItem } from "../../edit/draft/ReplaceValues.ts"
import { editOptions, itemArgument, optionalText, requiredText, editSources, given } from "./EditSources.ts"

const moveOptions = {
  item: itemArgument("item", "dimension/CODE, code or label of the value to move, or a license to rename"),
  to: requiredText("to", "Other dimension, dimension/CODE, or code of a license", "Other dimension or code"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

type MoveInput = Command.Command.Config.Infer<typeof moveOptions>

/** `taxonomy move`: moves a value to another dimension, or renames a value or license. */
export const moveCommand = Command.make("move", moveOptions, (input) => runMove(input)).pipe(
  Command.withExamples([
    { command: "taxonomy move exclusive_categories/TICKETING --to athlete_services", description: "Keep the code" },
    {
      command: "taxonomy move exclusive_categories/TICKETING --to athlete_services/ticket_sales",
      description: "Write the code as the other dimension does"
    },
    { command: "taxonomy move exclusive_categories/TICKETING --to exclusive_categories/TICKETS", description: "Rename" }
  ])
)

const runMove = ({ item, reason, to, ...input }: MoveInput) =>
  editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, item), (found) =>
      moveItem(draft, { item: found, to, ...given("reason", reason) })
    )
  )
