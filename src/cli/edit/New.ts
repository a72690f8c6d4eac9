import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { conditionKeys } from "../../domain/taxonomy/Rules.ts"
import { DimensionName, Code, Role, Shape, Silence, ConflictRuleId } from "../../domain/taxonomy/Scalars.ts"
import { addValue, addDimension, addLicense, addRule } from "../../edit/draft/NewItems.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import * as Edit from "./EditSources.ts"

const optionalTexts = (name: string, description: string) =>
  Edit.repeatedText(name, description).pipe(Flag.map((texts) => (texts.length === 0 ? undefined : texts)))

const newValueOptions = {
  value: Options.schemaArgument(
    "value",
    "dimension/CODE of the new value, such as product_categories/PADEL",
    Edit.ValueName
  ),
  content: {
    label: Edit.requiredText("label", "Text that people read", "Label"),
    description: Edit.requiredText("description", "Value in one or two sentences", "Description"),
    definition: Edit.definitionOption,
    broader: optionalTexts("broader", "Kind above the value, a code of its dimension; repeat it for more"),
    alt_labels: optionalTexts("alt-label", "Other name, which searches find; repeat it for more"),
    notes: Edit.optionalText("note", "Guidance for people who choose the value"),
    examples: optionalTexts("example", "Case that the value covers; repeat it for more")
  },
  after: Edit.optionalText("after", "Code after which an unsorted list shows the value", "the end"),
  ...Edit.editOptions
}

/** `taxonomy new value`: adds a value to a dimension. */
export const newValueCommand = Options.makeCommand("value", newValueOptions, {
  'taxonomy new value product_categories/PADEL --label "Padel" --description "Rackets, balls and courts."':
    "Add a value",
  'taxonomy new value use_type/podcast --label "Podcast" --description "Audio series." --after documentary --dry-run':
    "Show what would be written"
})(function* ({ after, content, value, ...input }) {
  const [dimension, code = ""] = Edit.splitName(value)
  yield* Edit.editSources(input, (draft) =>
    addValue(draft, {
      dimension,
      value: { code, ...content },
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
  role: Options.optionalLiteral("role", Role.literals, "What the codes do to a license", "none"),
  unset: Options.optionalLiteral("unset", Silence.literals, "What a license says by leaving it out", "open"),
  values: Edit.repeatedText(
    "value",
    'Value as "CODE | Label | Description", with " | Definition" if it has one; repeat it for more values'
  ),
  valuesFrom: Options.optionalLiteral(
    "values-from",
    ["iso-3166-1-alpha-2"],
    "List whose entries are values too",
    "none"
  ),
  values_of: Edit.optionalText("values-of", "Dimension whose values are those of this one"),
  reserves: Edit.optionalText("reserves", "Dimension of which each code reserves the same code"),
  within: optionalTexts("within", "Scope dimension in which a reservation ends with the grant; repeat it for more"),
  refines: Edit.optionalText("refines", "Territory dimension of whose countries the values are parts"),
  ...Edit.editOptions
}

/** `taxonomy new dimension`: adds a dimension with its values. */
export const newDimensionCommand = Options.makeCommand("dimension", newDimensionOptions, {
  'taxonomy new dimension event_access --label "Event access" --description "Access to events." --shape multiple --value "backstage | Backstage | Access behind the stage." --value "vip | VIP area | Access to the VIP area."':
    "Add a dimension with two values",
  'taxonomy new dimension reserved_categories --label "Reserved categories" --description "Categories that no other licensee gets." --shape multiple --role exclusivity --values-of product_categories --reserves product_categories --within territory':
    "Add a dimension that reserves the values of another"
})(function* (input) {
  const values = yield* Effect.forEach(input.values, parseValue)
  yield* Edit.editSources(input, (draft) => {
    // A license cannot set what does not exist yet.
    if (input.required && draft.taxonomy.licenses.length > 0) return Result.fail(commandRefused(addFirst(input.name)))
    return addDimension(draft, { ...input, values })
  })
})

const addFirst = (name: string): string =>
  `Every license must set a required dimension, and no license sets ${name} yet. Nothing was written. Add it without --required, set it in the licenses, then write required: true into its file.`

const parseValue = Effect.fnUntraced(function* (text: string) {
  const [code = "", label = "", description = "", definition, ...rest] = text.split("|").map((part) => part.trim())
  if (!Schema.is(Code)(code) || label === "" || description === "" || definition === "" || rest.length > 0) {
    return yield* usageError(
      `Invalid --value "${text}". Write "CODE | Label | Description" or "CODE | Label | Description | Definition"; a code has letters, digits and . _ + -.`
    )
  }
  return { code, label, description, ...(definition === undefined ? {} : { definition }) }
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
})(function* (input) {
  const config = yield* Edit.parseAssignments("config", input.config)
  yield* Edit.editSources(input, (draft) => addLicense(draft, { ...input, config }))
})

const conditionOption = (name: (typeof conditionKeys)[number], description: string) =>
  Edit.repeatedText(
    name,
    `${description} as DIMENSION=CODE; A,B means either, a repeated dimension both, not:A,B neither, * any code, nothing none`
  ).pipe(Flag.withMetavar("condition"))

const newRuleOptions = {
  id: Options.schemaArgument("id", "Id of the new rule, such as educational-not-full-commercial", ConflictRuleId),
  label: Edit.optionalText("label", "Short name of the rule"),
  description: Edit.requiredText("description", "Reason for the rule, shown to people", "Description"),
  advice: Options.toggleOption("advice", "Only report configs that break the rule. They stay valid"),
  forbid: conditionOption("forbid", "Condition"),
  when: conditionOption("when", "In place of --forbid: condition under which --require applies,"),
  require: conditionOption("require", "What a config needs that meets --when,"),
  ...Edit.editOptions
}

/** `taxonomy new rule`: adds a conflict rule. */
export const newRuleCommand = Options.makeCommand("rule", newRuleOptions, {
  'taxonomy new rule research-not-full-commercial --description "Research is not promotion." --forbid use_type=research --forbid commercial_scope=full_commercial --major':
    "Forbid a combination",
  'taxonomy new rule exclusive-needs-categories --description "Exclusivity needs categories." --forbid exclusivity=category_exclusive --forbid exclusive_categories= --major':
    "Forbid an empty list",
  'taxonomy new rule promotion-needs-approval --description "Promotion needs an approval." --when commercial_scope=full_commercial --require approval_rights=copy_and_statements --advice':
    "Advise something in a case"
})(function* ({ advice, forbid, require: required, when, ...input }) {
  const all = { forbid, when, require: required }
  const given = conditionKeys.filter((key) => all[key].length > 0)
  if (given.join() !== "forbid" && given.join() !== "when,require") {
    return yield* usageError(
      given.length === 0
        ? "--forbid is missing. Write a condition, such as --forbid use_type=educational, or --when and --require."
        : "A rule has --forbid, or --when together with --require. Write two rules."
    )
  }
  const conditions = yield* Effect.forEach(given, (key) =>
    Effect.map(Edit.parseAssignments(key, all[key]), (assignments) => [key, assignments] as const)
  )
  const { description, id, label } = input
  const rule = { id, label, description, ...(advice ? { advice } : {}) }
  yield* Edit.editSources(input, (draft) => addRule(draft, { ...rule, conditions: new Map(conditions) }))
})
