import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Code } from "../../domain/taxonomy/Scalars.ts"
import { addLicense } from "../../edit/draft/NewItems.ts"
import {
  editOptions,
  optionalText,
  repeatedText,
  requiredText,
  editSources,
  given,
  parseAssignments
} from "./EditSources.ts"

const newLicenseOptions = {
  code: Argument.String("code").pipe(
    Argument.withDescription("Code of the new license, such as NIL-PODCAST"),
    Argument.withSchema(Code)
  ),
  name: requiredText("name", "Text that people read", "Name"),
  description: requiredText("description", "Users and purposes of the license template", "Description"),
  config: repeatedText(
    "config",
    "Setting as DIMENSION=CODE, DIMENSION=CODE,CODE, territory=global or FLAGS=FLAG:false; repeat it for more dimensions"
  ),
  like: optionalText("like", "License whose config to copy; --config replaces settings"),
  ...editOptions
}

type NewLicenseInput = Command.Command.Config.Infer<typeof newLicenseOptions>

/** `taxonomy new license`: adds a base license. */
export const newLicenseCommand = Command.make("license", newLicenseOptions, (input) => runNewLicense(input)).pipe(
  Command.withExamples([
    {
      command:
        'taxonomy new license NIL-PODCAST --name "Podcast" --description "For podcast producers." --config use_type=editorial --config subject_scope=name,voice --config commercial_scope=non_commercial --config territory=global',
      description: "Add a license"
    },
    {
      command:
        'taxonomy new license NIL-PODCAST-LOCAL --name "Local podcast" --description "For local podcasts." --like NIL-EDITORIAL-NEWS --config territory=US,CA',
      description: "Start from another license"
    }
  ])
)

const runNewLicense = Effect.fnUntraced(function* ({ config, like, ...input }: NewLicenseInput) {
  const settings = yield* parseAssignments("config", config)
  const { code, description, name } = input
  yield* editSources(input, (draft) =>
    addLicense(draft, { code, name, description, config: settings, ...given("like", like) })
  )
})
