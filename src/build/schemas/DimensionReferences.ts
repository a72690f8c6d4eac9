import { stringify } from "yaml"
import { everything } from "../../domain/taxonomy/Names.ts"
import { namingFields } from "../../domain/vocabulary/ItemTypes.ts"
import { type EditorJsonSchema, conditional, schemaAt, withSchemaAt } from "./EditorSchemas.ts"
import { textsMarkdown, type SchemaDimension, itemMarkdown, type SchemaItem } from "./SchemaItems.ts"

/** The definitions to which the other schemas of this folder refer: the codes of each dimension. */
export const codeDefinitions = (dimensions: ReadonlyArray<SchemaDimension>): EditorJsonSchema =>
  Object.fromEntries(
    dimensions.map((dimension) => {
      const { code, label, values } = dimension
      return [`code-${code}`, choiceSchema(label, `a code of ${code}`, values, textsMarkdown(dimension))]
    })
  )

const codeReference = (dimension: string): EditorJsonSchema => ({ $ref: `#/definitions/code-${dimension}` })

/** How a license sets a dimension. */
export const settingSchema = (dimension: SchemaDimension): EditorJsonSchema => {
  const { code, shape } = dimension
  switch (shape) {
    case "single":
      return codeReference(code)
    case "multiple":
      return { ...headOf(dimension), ...codeList(code), errorMessage: `Write a list of codes of ${code}: [CODE].` }
    case "territory":
      return {
        ...headOf(dimension),
        type: "object",
        properties: {
          global: { type: "boolean", title: "Global", description: "True if the license covers every country." },
          countries: { title: "Countries", description: "The countries, if global is false.", ...codeList(code) }
        },
        required: ["global", "countries"],
        additionalProperties: false,
        errorMessage: "Write { global: true, countries: [] } or { global: false, countries: [CODE] }.",
        defaultSnippets: [
          { label: "all countries", bodyText: "{ global: true, countries: [] }", description: "The whole world." },
          { label: "some countries", bodyText: "{ global: false, countries: [$1] }", description: "Listed countries." }
        ]
      }
    case "flags":
      return { ...headOf(dimension), ...flagsSchema(dimension) }
  }
}

/** The condition of a conflict rule on a dimension. */
export const conditionSchema = (dimension: SchemaDimension): EditorJsonSchema => {
  const { code, shape } = dimension
  switch (shape) {
    case "single":
      return { ...headOf(dimension), ...singleCondition(code) }
    case "multiple":
      return { ...headOf(dimension), ...multipleCondition(code) }
    case "territory":
      return {
        ...headOf(dimension),
        type: "object",
        properties: {
          global: { type: "boolean", title: "Global", description: "Met by a territory with the same setting." },
          countries: { title: "Countries", ...multipleCondition(code) }
        },
        additionalProperties: false,
        minProperties: 1,
        errorMessage: "Write { global: true }, { countries: { contains: CODE } }, or both."
      }
    case "flags":
      return { ...headOf(dimension), ...flagsSchema(dimension), minProperties: 1 }
  }
}

const headOf = (dimension: SchemaDimension): EditorJsonSchema => ({
  title: dimension.label,
  markdownDescription: textsMarkdown(dimension)
})

const codeList = (dimension: string, minItems = 0): EditorJsonSchema => ({
  type: "array",
  items: codeReference(dimension),
  ...(minItems === 0 ? {} : { minItems })
})

const flagsSchema = ({ code, values }: SchemaDimension): EditorJsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    values.map((value) => [
      value.code,
      {
        type: "boolean",
        title: value.label,
        markdownDescription: textsMarkdown(value),
        errorMessage: "Write true or false, without quotes."
      }
    ])
  ),
  additionalProperties: false,
  errorMessage: `Write codes of ${code}, each with true or false: { CODE: true }.`
})

const singleCondition = (dimension: string): EditorJsonSchema => ({
  type: "object",
  properties: {
    equals: codeReference(dimension),
    any_of: { title: "Any of", description: "Met by each of these codes.", ...codeList(dimension, 1) },
    none_of: { title: "None of", description: "Met by any code but these.", ...codeList(dimension, 1) }
  },
  additionalProperties: false,
  minProperties: 1,
  errorMessage: "Write { equals: CODE }, { any_of: [CODE, CODE] } or { none_of: [CODE, CODE] }."
})

const multipleCondition = (dimension: string): EditorJsonSchema => ({
  type: "object",
  properties: {
    contains: codeReference(dimension),
    contains_any: { title: "Contains any", description: "Met by a list with one of these.", ...codeList(dimension, 1) },
    contains_all: { title: "Contains all", description: "Met by a list with all of these.", ...codeList(dimension, 1) },
    contains_none: { title: "Contains none", description: "Met by a list without these.", ...codeList(dimension, 1) },
    empty: { type: "boolean", title: "Empty", description: "True is met by an empty list, false by any other." }
  },
  additionalProperties: false,
  minProperties: 1,
  errorMessage:
    "Write { contains: CODE }, { empty: true }, or contains_any, contains_all or contains_none with [CODE, CODE]."
})

/** A map from dimensions to what `schemaOf` says. Each required dimension that is missing gets a message of its own. */
export const dimensionMap = (
  dimensions: ReadonlyArray<SchemaDimension>,
  schemaOf: (dimension: SchemaDimension) => EditorJsonSchema,
  required: ReadonlyArray<string> = []
): EditorJsonSchema => ({
  type: "object",
  allOf: [
    {
      properties: Object.fromEntries(dimensions.map((dimension) => [dimension.code, schemaOf(dimension)])),
      additionalProperties: false,
      errorMessage: `No dimension has this name. Completion lists all ${dimensions.length}.`
    },
    ...required.map((name) => ({ required: [name], errorMessage: `Set ${name}: every license must.` }))
  ]
})

/**
 * The schema of a text that names one of the items. `enum` alone would make the YAML language server list all items in every
 * hover and in every message, and `anyOf` would offer each of them a second time. So the pattern validates, the snippets
 * complete, and the constants, which are only looked at if the pattern matches, give the hover. The codes of the alternative
 * are the quick fixes for a code that does not match.
 */
export const choiceSchema = (
  title: string,
  /** What the text must be, such as "a code of use_type". */
  noun: string,
  items: ReadonlyArray<SchemaItem>,
  description?: string
): EditorJsonSchema => {
  // A code that stands twice is what the editor must see, so it is no reason to refuse the schema.
  const codes = [...new Set(items.map(({ code }) => code))]
  const [pattern, message] = [patternOf(codes), `This is not ${noun}. ${listOf(items)}`]
  const documented = items.length > 0 && items.length <= maxDocumented
  return {
    type: "string",
    title,
    ...(description === undefined ? {} : { markdownDescription: description }),
    errorMessage: `Write ${noun}.`,
    defaultSnippets: choiceSnippets(items),
    ...(documented
      ? conditional({ type: "string", pattern }, { anyOf: items.map(constant) }, { enum: codes, errorMessage: message })
      : { pattern, patternErrorMessage: message })
  }
}

/** Completions for items, those that are deprecated last. */
export const choiceSnippets = (items: ReadonlyArray<SchemaItem>): ReadonlyArray<EditorJsonSchema> =>
  items.map((item) => ({
    label: item.code,
    bodyText: stringify(item.code).trim(),
    sortText: `${item.deprecated === undefined ? 0 : 1}${item.code}`,
    markdownDescription: items.length <= maxDocumented ? itemMarkdown(item) : item.label
  }))

/** Text editors slow down with schemas of many megabytes. */
const maxDocumented = 2000

const constant = (item: SchemaItem): EditorJsonSchema => ({
  const: item.code,
  markdownDescription: itemMarkdown(item)
})

/** Matches nothing if there are no codes. */
export const patternOf = (codes: ReadonlyArray<string>): string =>
  codes.length === 0 ? "(?!)" : `^(?:${codes.map(escapePattern).join("|")})$`

const escapePattern = (code: string): string => code.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const listOf = (items: ReadonlyArray<SchemaItem>): string => {
  const known = items.filter(({ deprecated }) => deprecated === undefined).map(({ code }) => code)
  if (known.length === 0) return "There are none yet."
  return known.length <= maxListed ? `Write one of ${known.join(", ")}.` : `Completion lists all ${known.length}.`
}

const maxListed = 8

/**
 * `replaced_by`: a list of names, or `all_of` with a list of names. Unlike `anyOf`, this form leads to one message for
 * one mistake.
 */
export const replacedBySchema = (name: EditorJsonSchema, moves?: EditorJsonSchema): EditorJsonSchema => {
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
export const moveDefinitions = (dimensions: ReadonlyArray<SchemaDimension>): EditorJsonSchema => {
  const values = dimensions.flatMap(({ code, values: own }) =>
    own.map((value): SchemaItem => ({ ...value, code: `${code}/${value.code}` }))
  )
  return {
    move: choiceSchema("Value of another dimension", "a value of another dimension, written dimension/CODE", values),
    // Completion only: each list of replacements offers these beside its own codes.
    moves: { items: { type: "string", defaultSnippets: choiceSnippets(values) } }
  }
}

/** The fields of values that name values of their dimension. Each dimension says which these are. */
const valueNames = namingFields.value.flatMap(([name, kind]) => (kind === "value" ? [name] : []))

/** A field that names dimensions, as one name or a list. That of a value can say that it names all that a license grants. */
export const dimensionNames = (
  type: "dimension" | "value",
  generic: EditorJsonSchema,
  dimensions: ReadonlyArray<SchemaDimension>
): EditorJsonSchema => {
  const { description, markdownDescription, title, ...rest } = generic
  const texts = { title, description, markdownDescription }
  if (generic["type"] === "array") {
    return { ...texts, ...rest, items: choiceSchema("Dimension", "the name of a dimension", dimensions) }
  }
  const all: SchemaItem = { code: everything, label: "Everything", description: "All that the license grants." }
  return type === "value"
    ? { ...choiceSchema("Dimension", `${everything}, or the name of a dimension`, [all, ...dimensions]), ...texts }
    : { ...choiceSchema("Dimension", "the name of a dimension", dimensions), ...texts }
}

/**
 * The constraints on the file of one dimension: its values name its own codes, are replaced by these or by `dimension/CODE`,
 * and a repeated code is marked wherever it stands.
 */
export const dimensionConstraints = (dimension: SchemaDimension): EditorJsonSchema => {
  const { code, repeated, values } = dimension
  const name = {
    type: "string",
    title: dimension.label,
    defaultSnippets: choiceSnippets(values),
    ...conditional({ type: "string", pattern: "/" }, { $ref: "#/definitions/move" }, codeReference(code))
  }
  const named = Object.fromEntries(valueNames.map((field) => [field, { items: codeReference(code) }]))
  const moves = { $ref: "#/definitions/moves" }
  const value = withReplacements(replacedBySchema(name, moves), { items: name, allOf: [moves] }, named)
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

/** The constraint on the file of a dimension that the sources do not have yet: its values are as any other. */
export const newDimensionConstraint = (names: ReadonlyArray<string>, generic: EditorJsonSchema): EditorJsonSchema => {
  const [replaced_by, consider] = replacementPaths.map((path) => schemaAt(generic, ...path))
  const ownNames = Object.fromEntries(valueNames.map((field) => [field, schemaAt(generic, "properties", field)]))
  return conditional(
    { properties: { name: { pattern: patternOf(names) } }, required: ["name"] },
    {},
    { properties: { values: { items: withReplacements(replaced_by, consider, ownNames) } } }
  )
}

const withReplacements = (
  replaced_by: EditorJsonSchema = {},
  consider: EditorJsonSchema = {},
  properties: EditorJsonSchema = {}
): EditorJsonSchema => ({ properties: { ...properties, deprecated: { properties: { replaced_by, consider } } } })

/** Lead to the names of replacements in the schema of an item: those that replace it, and those to consider. */
export const replacementPaths = ["replaced_by", "consider"].map((key) => [
  "properties",
  "deprecated",
  "properties",
  key
])
