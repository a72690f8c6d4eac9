import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DimensionName, Code, Shape } from "../../domain/taxonomy/Scalars.ts"
import { addDimension } from "../../edit/draft/NewItems.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { defaultNote, literalOption, toggleOption } from "../options/EnvironmentOption.ts"
import { definitionOption, editOptions, repeatedText, requiredText, editSources, given } from "./EditSources.ts"

const newDimensionOptions = {
  name: Argument.String("name").pipe(
    Argument.withDescription("Name of the new dimension, such as event_access"),
    Argument.withSchema(DimensionName)
  ),
  label: requiredText("label", "Text that people read", "Label"),
  description: requiredText("description", "Aspect of a license that the dimension covers", "Description"),
  definition: definitionOption,
  shape: literalOption("shape", Shape.literals, "How a config sets the dimension", "prompted for on a terminal").pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: "Shape", choices: Shape.literals.map((word) => ({ title: word, value: word })) })
    )
  ),
  required: toggleOption("required", "Every license must set the dimension, which requires a major release"),
  values: repeatedText("value", 'Value as "CODE | Label | Description"; repeat it for more values'),
  valuesFrom: literalOption(
    "values-from",
    ["iso-3166-1-alpha-2"],
    "List whose entries are values too",
    defaultNote("none")
  ).pipe(Flag.optional),
  ...editOptions
}

type NewDimensionInput = Command.Command.Config.Infer<typeof newDimensionOptions>

/** `taxonomy new dimension`: adds a dimension with its values. */
export const newDimensionCommand = Command.make("dimension", newDimensionOptions, (input) =>
  runNewDimension(input)
).pipe(
  Command.withExamples([
    {
      command:
        'taxonomy new dimension event_access --label "Event access" --description "Access to events." --shape multiple --value "backstage | Backstage | Access behind the stage." --value "vip | VIP area | Access to the VIP area."',
      description: "Add a dimension with two values"
    }
  ])
)

const runNewDimension = Effect.fnUntraced(function* ({ definition, values, valuesFrom, ...input }: NewDimensionInput) {
  const parsed = yield* Effect.forEach(values, parseValue)
  const { description, label, name, required, shape } = input
  yield* editSources(input, (draft) => {
    // A license cannot set what does not exist yet.
    if (required && draft.taxonomy.licenses.length > 0) return Result.fail(commandRefused(addFirst(name)))
    return addDimension(draft, {
      name,
      label,
      description,
      shape,
      required,
      values: parsed,
      ...given("definition", definition),
      ...given("valuesFrom", valuesFrom)
    })
  })
})

const addFirst = (name: string): string =>
  `Every license must set a required dimension, and no license sets ${name} yet. Nothing was written. Add it without --required, set it in the licenses, then write required: true into its file.`

const parseValue = Effect.fnUntraced(function* (text: string) {
  const [code = "", label = "", description = "", ...rest] = text.split("|").map((part) => part.trim())
  if (!Schema.is(Code)(code) || label === "" || description === "" || rest.length > 0) {
    return yield* usageError(
      `Invalid --value "${text}". Write "CODE | Label | Description"; a code has letters, digits and . _ + -.`
    )
  }
  return { code, label, description }
})
