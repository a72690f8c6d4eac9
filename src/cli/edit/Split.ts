import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { editOptions, itemArgument, optionalText, repeatedText, requiredText } from "./EditOptions.ts"

const splitOptions = {
  item: itemArgument("item"),
  into: requiredText("into", "Two or more codes, separated by commas", "Codes"),
  label: repeatedText("label", "Label of a new value; repeat it in the order of --into"),
  description: repeatedText("description", "Description of a new value; repeat it in the order of --into"),
  reason: optionalText("reason", "Reason"),
  ...editOptions
}

export type SplitInput = Command.Command.Config.Infer<typeof splitOptions>

/** `taxonomy split`: replaces an item by several that apply together. */
export const splitCommand = Command.make(
  "split",
  splitOptions,
  lazyHandler(async () => (await import("./RunSplit.ts")).runSplit)
).pipe(
  Command.withDescription("Split an item: add the values that do not exist, and deprecate the old one"),
  Command.withExamples([
    {
      command:
        'taxonomy split exclusive_categories/CONFECTIONERY_SNACKS --into SNACKS,CONFECTIONERY --label "Snacks" --description "Salted snacks." --label "Confectionery" --description "Sweets and chocolate."',
      description: "Split a value into two new ones"
    }
  ])
)
