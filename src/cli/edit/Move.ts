import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { editOptions, itemArgument, optionalText, requiredText } from "./EditOptions.ts"

const moveOptions = {
  item: itemArgument("item", "dimension/CODE, code or label of the value to move, or a license to rename"),
  to: requiredText("to", "Other dimension, dimension/CODE, or code of a license", "Other dimension or code"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

export type MoveInput = Command.Command.Config.Infer<typeof moveOptions>

/** `taxonomy move`: moves a value to another dimension, or renames a value or license. */
export const moveCommand = Command.make(
  "move",
  moveOptions,
  lazyHandler(async () => (await import("./RunMove.ts")).runMove)
).pipe(
  Command.withDescription(
    "Move a value to another dimension, or rename a value or license: copy it, and deprecate the old one"
  ),
  Command.withExamples([
    { command: "taxonomy move exclusive_categories/TICKETING --to athlete_services", description: "Keep the code" },
    {
      command: "taxonomy move exclusive_categories/TICKETING --to athlete_services/ticket_sales",
      description: "Write the code as the other dimension does"
    },
    { command: "taxonomy move exclusive_categories/TICKETING --to exclusive_categories/TICKETS", description: "Rename" }
  ])
)
