import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DimensionName, Code, Shape, ConflictRuleId } from "../../domain/taxonomy/Scalars.ts"
import { addValue, addDimension, addLicense, addRule } from "../../edit/draft/NewItems.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import * as Edit from "./EditSources.ts"

const newValueOptions = {
  value: Options.schemaArgument(
    "value",
    "dimension/CODE of the new value, such as exclusive_categories/PADEL",
    Edit.ValueName
  ),
  label: Edit.requiredText("label", "Text that people read", "Label"),
  description: Edit.requiredText("description", "Value in one or two sentences", "Description"),
  definition: Edit.definitionOption,
  after: Edit.optionalText("after", "Code after which an unsorted list shows the value", "the end"),
  ...Edit.editOptions
}

/** `taxonomy new value`: adds a value to a dimension. */
export const newValueCommand = Options.makeCommand("value", newValueOptions, {
  'taxonomy new value exclusive_categories/PADEL --label "Padel" --description "Rackets, balls and courts."':
    "Add a value",
  'taxonomy new value use_type/podcast --label "Podcast" --description "Audio series." --after documentary --dry-run':
    "Show what would be written"
})(function* ({ after, definition, description, label, value, ...input }) {
  const [dimension, code = ""] = Edit.splitName(value)
  yield* Edit.editSources(input, (draft) =>
    addValue(draft, {
      dimension,
      value: { code, label, description, ...(definition === undefined ? {} : { definition }) },
      after: after && (Edit.splitName(after)[1] ?? after)
    })
  )
})

const newDimensionOptions = {
  name: Options.schemaArgument("name", "Name of the new dimension, such as event_access", DimensionName),
  label: Edit.requiredText("label", "Text that people read", "Label"),
  description: Edit.requiredText("description", "Aspect of a license that the dimension covers", "Description"),
  definition: Edit.definitionOption,
  shape: Options.choiceOption("shape", Shape.literals, "How a config sets the dimension", "Shape"),
  required: Options.toggleOption("required", "Every license must set the dimension, which requires a major release"),
  values: Edit.repeatedText("value", 'Value as "CODE | Label | Description"; repeat it for more values'),
  valuesFrom: Options.literalOption(
    "values-from",
    ["iso-3166-1-alpha-2"],
    "List whose entries are values too",
    Options.defaultNote("none")
  ).pipe(Options.optional),
  ...Edit.editOptions
}

/** `taxonomy new dimension`: adds a dimension with its values. */
export const newDimensionCommand = Options.makeCommand("dimension", newDimensionOptions, {
  'taxonomy new dimension event_access --label "Event access" --description "Access to events." --shape multiple --value "backstage | Backstage | Access behind the stage." --value "vip | VIP area | Access to the VIP area."':
    "Add a dimension with two values"
})(function* ({ definition, values, valuesFrom, ...input }) {
  const parsed = yield* Effect.forEach(values, parseValue)
  yield* Edit.editSources(input, (draft) => {
    // A license cannot set what does not exist yet.
    if (input.required && draft.taxonomy.licenses.length > 0) return Result.fail(commandRefused(addFirst(input.name)))
    const texts = definition === undefined ? {} : { definition }
    return addDimension(draft, { ...input, ...texts, values: parsed, valuesFrom })
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

const newLicenseOptions = {
  code: Options.schemaArgument("code", "Code of the new license, such as NIL-PODCAST", Code),
  name: Edit.requiredText("name", "Text that people read", "Name"),
  description: Edit.requiredText("description", "Users and purposes of the license template", "Description"),
  config: Edit.repeatedText(
    "config",
    "Setting as DIMENSION=CODE, DIMENSION=CODE,CODE, territory=global or FLAGS=FLAG:false; repeat it for more dimensions"
  ),
  like: Edit.optionalText("like", "License whose config to copy; --config replaces settings"),
  ...Edit.editOptions
}

/** `taxonomy new license`: adds a base license. */
export const newLicenseCommand = Options.makeCommand("license", newLicenseOptions, {
  'taxonomy new license NIL-PODCAST --name "Podcast" --description "For podcast producers." --config use_type=editorial --config subject_scope=name,voice --config commercial_scope=non_commercial --config territory=global':
    "Add a license",
  'taxonomy new license NIL-PODCAST-LOCAL --name "Local podcast" --description "For local podcasts." --like NIL-EDITORIAL-NEWS --config territory=US,CA':
    "Start from another license"
})(function* ({ config, like, ...input }) {
  const settings = yield* Edit.parseAssignments("config", config)
  const { code, description, name } = input
  yield* Edit.editSources(input, (draft) => addLicense(draft, { code, name, description, config: settings, like }))
})

const newRuleOptions = {
  id: Options.schemaArgument("id", "Id of the new rule, such as educational-not-full-commercial", ConflictRuleId),
  description: Edit.requiredText("description", "Reason for the rule, shown to people", "Description"),
  forbid: Edit.repeatedText(
    "forbid",
    "Condition as DIMENSION=CODE; A,B means either, a repeated dimension both, * any code, nothing none"
  ).pipe(Flag.withMetavar("condition")),
  ...Edit.editOptions
}

/** `taxonomy new rule`: adds a conflict rule. */
export const newRuleCommand = Options.makeCommand("rule", newRuleOptions, {
  'taxonomy new rule research-not-full-commercial --description "Research is not promotion." --forbid use_type=research --forbid commercial_scope=full_commercial --major':
    "Forbid a combination",
  'taxonomy new rule exclusive-needs-categories --description "Exclusivity needs categories." --forbid exclusivity=category_exclusive --forbid exclusive_categories= --major':
    "Forbid an empty list"
})(function* ({ forbid, ...input }) {
  if (forbid.length === 0) {
    return yield* usageError("--forbid is missing. Write a condition, such as --forbid use_type=educational.")
  }
  const conditions = yield* Edit.parseAssignments("forbid", forbid)
  const { description, id } = input
  yield* Edit.editSources(input, (draft) => addRule(draft, { id, description, forbid: conditions }))
})
