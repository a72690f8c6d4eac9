import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { editOptions, itemArgument, optionalText } from "./EditOptions.ts"

const deprecateOptions = {
  item: itemArgument("item"),
  replacedBy: optionalText(
    "replaced-by",
    "Replacements, separated by commas: codes of the same list, or dimension/CODE"
  ),
  allOf: toggleOption("all-of", "The replacements apply together rather than one of them"),
  reason: optionalText("reason", "Reason, required without a replacement"),
  undo: toggleOption("undo", "Take the deprecation back"),
  ...editOptions
}

export type DeprecateInput = Command.Command.Config.Infer<typeof deprecateOptions>

/** `taxonomy deprecate`: deprecates an item, or takes that back. */
export const deprecateCommand = Command.make(
  "deprecate",
  deprecateOptions,
  lazyHandler(async () => (await import("./RunDeprecate.ts")).runDeprecate)
).pipe(
  Command.withDescription("Deprecate a dimension, value or base license, or change its deprecation"),
  Command.withExamples([
    {
      command: "taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --replaced-by QSR",
      description: "Name a replacement"
    },
    {
      command: 'taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --reason "Nobody uses it."',
      description: "Give a reason"
    },
    { command: "taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --undo", description: "Take it back" }
  ])
)
