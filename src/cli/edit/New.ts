import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DimensionName, Code, Shape, ConflictRuleId } from "../../domain/taxonomy/Scalars.ts"
import { addValue, addDimension, addLicense, addRule } from "../../edit/draft/NewItems.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { defaultNote, literalOption, toggleOption, choiceOption, optional } from "../options/EnvironmentOption.ts"
import { makeCommand } from "../options/Options.ts"
import {
  definitionOption,
  editOptions,
  optionalText,
  requiredText,
  valueArgument,
  splitName,
  editSources,
  repeatedText,
  parseAssignments
} from "./EditSources.ts"

const newValueOptions = {
  value: valueArgument("value", "dimension/CODE of the new value, such as exclusive_categories/PADEL"),
  label: requiredText("label", "Text that people read", "Label"),
  description: requiredText("description", "Value in one or two sentences", "Description"),
  definition: definitionOption,
  after: optionalText("after", "Code after which an unsorted list shows the value", "the end"),
  ...editOptions
}

/** `taxonomy new value`: adds a value to a dimension. */
export const newValueCommand = makeCommand("value", newValueOptions, {
  'taxonomy new value exclusive_categories/PADEL --label "Padel" --description "Rackets, balls and courts."':
    "Add a value",
  'taxonomy new value use_type/podcast --label "Podcast" --description "Audio series." --after documentary --dry-run':
    "Show what would be written"
})(function* ({ after, definition, description, label, value, ...input }) {
  const [dimension, code = ""] = splitName(value)
  yield* editSources(input, (draft) =>
    addValue(draft, {
      dimension,
      value: { code, label, description, ...(definition === undefined ? {} : { definition }) },
      after: after && (splitName(after)[1] ?? after)
    })
  )
})

const newDimensionOptions = {
  name: Argument.String("name").pipe(
    Argument.withDescription("Name of the new dimension, such as event_access"),
    Argument.withSchema(DimensionName)
  ),
  label: requiredText("label", "Text that people read", "Label"),
  description: requiredText("description", "Aspect of a license that the dimension covers", "Description"),
  definition: definitionOption,
  shape: choiceOption("shape", Shape.literals, "How a config sets the dimension", "Shape"),
  required: toggleOption("required", "Every license must set the dimension, which requires a major release"),
  values: repeatedText("value", 'Value as "CODE | Label | Description"; repeat it for more values'),
  valuesFrom: literalOption(
    "values-from",
    ["iso-3166-1-alpha-2"],
    "List whose entries are values too",
    defaultNote("none")
  ).pipe(optional),
  ...editOptions
}

/** `taxonomy new dimension`: adds a dimension with its values. */
export const newDimensionCommand = makeCommand("dimension", newDimensionOptions, {
  'taxonomy new dimension event_access --label "Event access" --description "Access to events." --shape multiple --value "backstage | Backstage | Access behind the stage." --value "vip | VIP area | Access to the VIP area."':
    "Add a dimension with two values"
})(function* ({ definition, values, valuesFrom, ...input }) {
  const parsed = yield* Effect.forEach(values, parseValue)
  yield* editSources(input, (draft) => {
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

/** `taxonomy new license`: adds a base license. */
export const newLicenseCommand = makeCommand("license", newLicenseOptions, {
  'taxonomy new license NIL-PODCAST --name "Podcast" --description "For podcast producers." --config use_type=editorial --config subject_scope=name,voice --config commercial_scope=non_commercial --config territory=global':
    "Add a license",
  'taxonomy new license NIL-PODCAST-LOCAL --name "Local podcast" --description "For local podcasts." --like NIL-EDITORIAL-NEWS --config territory=US,CA':
    "Start from another license"
})(function* ({ config, like, ...input }) {
  const settings = yield* parseAssignments("config", config)
  const { code, description, name } = input
  yield* editSources(input, (draft) => addLicense(draft, { code, name, description, config: settings, like }))
})

const newRuleOptions = {
  id: Argument.String("id").pipe(
    Argument.withDescription("Id of the new rule, such as educational-not-full-commercial"),
    Argument.withSchema(ConflictRuleId)
  ),
  description: requiredText("description", "Reason for the rule, shown to people", "Description"),
  forbid: repeatedText(
    "forbid",
    "Condition as DIMENSION=CODE; A,B means either, a repeated dimension both, * any code, nothing none"
  ).pipe(Flag.withMetavar("condition")),
  ...editOptions
}

/** `taxonomy new rule`: adds a conflict rule. */
export const newRuleCommand = makeCommand("rule", newRuleOptions, {
  'taxonomy new rule research-not-full-commercial --description "Research is not promotion." --forbid use_type=research --forbid commercial_scope=full_commercial --major':
    "Forbid a combination",
  'taxonomy new rule exclusive-needs-categories --description "Exclusivity needs categories." --forbid exclusivity=category_exclusive --forbid exclusive_categories= --major':
    "Forbid an empty list"
})(function* ({ forbid, ...input }) {
  if (forbid.length === 0) {
    return yield* usageError("--forbid is missing. Write a condition, such as --forbid use_type=educational.")
  }
  const conditions = yield* parseAssignments("forbid", forbid)
  const { description, id } = input
  yield* editSources(input, (draft) => addRule(draft, { id, description, forbid: conditions }))
})
