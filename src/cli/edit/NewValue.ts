import * as Command from "effect/cli/Command"
import * as Option from "effect/Option"
import { addValue } from "../../edit/draft/NewItems.ts"
import {
  definitionOption,
  editOptions,
  optionalText,
  requiredText,
  valueArgument,
  splitName,
  editSources,
  given
} from "./EditSources.ts"

const newValueOptions = {
  value: valueArgument("value", "dimension/CODE of the new value, such as exclusive_categories/PADEL"),
  label: requiredText("label", "Text that people read", "Label"),
  description: requiredText("description", "Value in one or two sentences", "Description"),
  definition: definitionOption,
  after: optionalText("after", "Code after which an unsorted list shows the value", "the end"),
  ...editOptions
}

type NewValueInput = Command.Command.Config.Infer<typeof newValueOptions>

/** `taxonomy new value`: adds a value to a dimension. */
export const newValueCommand = Command.make("value", newValueOptions, (input) => runNewValue(input)).pipe(
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

const runNewValue = ({ after, definition, description, label, value, ...input }: NewValueInput) => {
  const [dimension, code = ""] = splitName(value)
  return editSources(input, (draft) =>
    addValue(draft, {
      dimension,
      value: { code, label, description, ...given("definition", definition) },
      ...given(
        "after",
        Option.map(after, (name) => splitName(name)[1] ?? name)
      )
    })
  )
}
