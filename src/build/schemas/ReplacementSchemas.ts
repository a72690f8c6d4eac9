import { choiceSchema, choiceSnippets, patternOf } from "./ChoiceSchema.ts"
import { codeReference } from "./DimensionReferences.ts"
import type { SchemaDimension, SchemaItem } from "./items/SchemaItems.ts"
import { conditional, type JsonSchema, withSchemaAt } from "./JsonSchema.ts"

/**
 * `replaced_by`: a list of names, or `all_of` with a list of names. Unlike `anyOf`, this form leads to one message for
 * one mistake.
 */
export const replacedBySchema = (name: JsonSchema, moves?: JsonSchema): JsonSchema => {
  const list = { items: name, ...(moves === undefined ? {} : { allOf: [moves] }) }
  return {
    title: "Replaced by",
    type: ["array", "object"],
    ...list,
    properties: { all_of: { type: "array", title: "All of", minItems: 2, ...list } },
    required: ["all_of"],
    additionalProperties: false,
    errorMessage: "Write [CODE], or { all_of: [CODE, CODE] } if they apply together."
  }
}

/** The definitions to which `valueReplacement` refers. */
export const moveDefinitions = (dimensions: ReadonlyArray<SchemaDimension>): JsonSchema => {
  const values = dimensions.flatMap(({ code, values: own }) =>
    own.map((value): SchemaItem => ({ ...value, code: `${code}/${value.code}` }))
  )
  return {
    move: choiceSchema("Value of another dimension", "a value of another dimension, written dimension/CODE", values),
    // Completion only: each list of replacements offers these beside its own codes.
    moves: { items: { type: "string", defaultSnippets: choiceSnippets(values) } }
  }
}

/**
 * The constraints on the file of one dimension: its values are replaced by its own codes or by `dimension/CODE`, and a
 * repeated code is marked wherever it stands.
 */
export const dimensionConstraints = (dimension: SchemaDimension): JsonSchema => {
  const { code, repeated, values } = dimension
  const name = {
    type: "string",
    title: dimension.label,
    defaultSnippets: choiceSnippets(values),
    ...conditional({ type: "string", pattern: "/" }, { $ref: "#/definitions/move" }, codeReference(code))
  }
  const value = withReplacedBy(replacedBySchema(name, { $ref: "#/definitions/moves" }))
  const unique = {
    pattern: `^(?!${patternOf(repeated)})`,
    patternErrorMessage: "This code stands twice in the list, ignoring case. Remove or rename one of the two."
  }
  const items = repeated.length === 0 ? value : withSchemaAt(value, ["properties", "code"], unique)
  return conditional(
    { properties: { name: { const: code } }, required: ["name"] },
    { properties: { values: { items } } }
  )
}

/** The constraint on the file of a dimension that the sources do not have yet. */
export const newDimensionConstraint = (names: ReadonlyArray<string>, generic: JsonSchema): JsonSchema =>
  conditional(
    { properties: { name: { pattern: patternOf(names) } }, required: ["name"] },
    {},
    { properties: { values: { items: withReplacedBy(generic) } } }
  )

const withReplacedBy = (replaced_by: JsonSchema): JsonSchema =>
  withSchemaAt({}, ["properties", "deprecated", "properties", "replaced_by"], replaced_by)
