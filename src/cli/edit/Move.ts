import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { editOptions, itemArgument, optionalText, requiredText } from "./EditOptions.ts"

const moveOptions = {
  value: itemArgument("value", "dimension/CODE, code or label of the value to move"),
  to: requiredText("to", "Other dimension, or dimension/CODE for another code", "Other dimension"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

export type MoveInput = Command.Command.Config.Infer<typeof moveOptions>

/** `taxonomy move`: moves a value to another dimension. */
export const moveCommand = Command.make(
  "move",
  moveOptions,
  lazyHandler(async () => (await import("./RunMove.ts")).runMove)
).pipe(
  Command.withDescription("Move a value to another dimension: copy it there, and deprecate the old one"),
  Command.withExamples([
    { command: "taxonomy move exclusive_categories/TICKETING --to athlete_services", description: "Keep the code" },
    {
      command: "taxonomy move exclusive_categories/TICKETING --to athlete_services/ticket_sales",
      description: "Write the code as the other dimension does"
    }
  ])
)
