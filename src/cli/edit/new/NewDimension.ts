import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { DimensionName } from "../../../domain/taxonomy/Identifiers.ts"
import { Shape } from "../../../domain/taxonomy/Shape.ts"
import { lazyHandler } from "../../LazyHandler.ts"
import { defaultNote, literalOption, toggleOption } from "../../options/EnvironmentOption.ts"
import { definitionOption, editOptions, repeatedText, requiredText } from "../EditOptions.ts"

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

export type NewDimensionInput = Command.Command.Config.Infer<typeof newDimensionOptions>

/** `taxonomy new dimension`: adds a dimension with its values. */
export const newDimensionCommand = Command.make(
  "dimension",
  newDimensionOptions,
  lazyHandler(async () => (await import("./RunNewDimension.ts")).runNewDimension)
).pipe(
  Command.withDescription("Add a dimension with its values"),
  Command.withExamples([
    {
      command:
        'taxonomy new dimension event_access --label "Event access" --description "Access to events." --shape multiple --value "backstage | Backstage | Access behind the stage." --value "vip | VIP area | Access to the VIP area."',
      description: "Add a dimension with two values"
    }
  ])
)
