import * as Command from "effect/cli/Command"
import { lazyHandler } from "../../LazyHandler.ts"
import { definitionOption, editOptions, optionalText, requiredText, valueArgument } from "../EditOptions.ts"

const newValueOptions = {
  value: valueArgument("value", "dimension/CODE of the new value, such as exclusive_categories/PADEL"),
  label: requiredText("label", "Text that people read", "Label"),
  description: requiredText("description", "Value in one or two sentences", "Description"),
  definition: definitionOption,
  after: optionalText("after", "Code after which an unsorted list shows the value", "the end"),
  ...editOptions
}

export type NewValueInput = Command.Command.Config.Infer<typeof newValueOptions>

/** `taxonomy new value`: adds a value to a dimension. */
export const newValueCommand = Command.make(
  "value",
  newValueOptions,
  lazyHandler(async () => (await import("./RunNewValue.ts")).runNewValue)
).pipe(
  Command.withDescription("Add a value to a dimension, where the order of its list wants it"),
  Command.withExamples([
    {
      command:
        'taxonomy new value exclusive_categories/PADEL --label "Padel" --description "Rackets, balls and courts."',
      description: "Add a value"
    },
    {
      command:
        'taxonomy new value use_type/podcast --label "Podcast" --description "Audio series." --after documentary --dry-run',
      description: "Show what would be written"
    }
  ])
)
