import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { editOptions, itemArgument, optionalText, repeatedText, requiredText } from "./EditOptions.ts"

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

export type MergeInput = Command.Command.Config.Infer<typeof mergeOptions>

/** `taxonomy merge`: replaces several items by one. */
export const mergeCommand = Command.make(
  "merge",
  mergeOptions,
  lazyHandler(async () => (await import("./RunMerge.ts")).runMerge)
).pipe(
  Command.withDescription("Merge items into one: add it if it does not exist, and deprecate the others"),
  Command.withExamples([
    {
      command:
        'taxonomy merge exclusive_categories/ALCOHOL_BEER ALCOHOL_WINE --into ALCOHOL --label "Alcohol" --description "Beer and wine."',
      description: "Merge two values into a new one"
    },
    {
      command: "taxonomy merge exclusive_categories/QSR_FAST_FOOD QSR --into QSR",
      description: "Merge a value into an existing one"
    }
  ])
)
