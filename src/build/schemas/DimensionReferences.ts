import { choiceSchema } from "./ChoiceSchema.ts"
import { textsMarkdown } from "./items/ItemHover.ts"
import type { SchemaDimension } from "./items/SchemaItems.ts"
import type { JsonSchema } from "./JsonSchema.ts"

/** The definitions to which the other schemas of this folder refer: the codes of each dimension. */
export const codeDefinitions = (dimensions: ReadonlyArray<SchemaDimension>): JsonSchema =>
  Object.fromEntries(
    dimensions.map((dimension) => {
      const { code, label, values } = dimension
      return [`code-${code}`, choiceSchema(label, `a code of ${code}`, values, textsMarkdown(dimension))]
    })
  )

export const codeReference = (dimension: string): JsonSchema => ({ $ref: `#/definitions/code-${dimension}` })

/** How a license sets a dimension. */
export const settingSchema = (dimension: SchemaDimension): JsonSchema => {
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
export const conditionSchema = (dimension: SchemaDimension): JsonSchema => {
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

const headOf = (dimension: SchemaDimension): JsonSchema => ({
  title: dimension.label,
  markdownDescription: textsMarkdown(dimension)
})

const codeList = (dimension: string, minItems = 0): JsonSchema => ({
  type: "array",
  items: codeReference(dimension),
  ...(minItems === 0 ? {} : { minItems })
})

const flagsSchema = ({ code, values }: SchemaDimension): JsonSchema => ({
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

const singleCondition = (dimension: string): JsonSchema => ({
  type: "object",
  properties: {
    equals: codeReference(dimension),
    any_of: { title: "Any of", description: "Met by each of these codes.", ...codeList(dimension, 1) }
  },
  additionalProperties: false,
  minProperties: 1,
  errorMessage: "Write { equals: CODE } or { any_of: [CODE, CODE] }."
})

const multipleCondition = (dimension: string): JsonSchema => ({
  type: "object",
  properties: {
    contains: codeReference(dimension),
    contains_any: { title: "Contains any", description: "Met by a list with one of these.", ...codeList(dimension, 1) },
    contains_all: { title: "Contains all", description: "Met by a list with all of these.", ...codeList(dimension, 1) },
    empty: { type: "boolean", title: "Empty", description: "True is met by an empty list, false by any other." }
  },
  additionalProperties: false,
  minProperties: 1,
  errorMessage:
    "Write { contains: CODE }, { contains_any: [CODE, CODE] }, { contains_all: [CODE, CODE] } or { empty: true }."
})

/** A map from dimensions to what `schemaOf` says. Each required dimension that is missing gets a message of its own. */
export const dimensionMap = (
  dimensions: ReadonlyArray<SchemaDimension>,
  schemaOf: (dimension: SchemaDimension) => JsonSchema,
  required: ReadonlyArray<string> = []
): JsonSchema => ({
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
