// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import type { ConflictRule, Dimension, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { conditionSchema, type JsonSchema } from "../format3/ConfigSchema.ts"

/**
 * A JSON Schema (2020-12) that accepts exactly the valid configs: settings of the right shape, known values, required
 * dimensions, and no conflict (service spec, 2.4 and 2.5).
 */
export const configSchema = ({ dimensions, rules }: Taxonomy): JsonSchema => {
  const shapes = new Map(dimensions.map(({ name, shape }) => [name, shape]))
  const required = dimensions.filter((dimension) => dimension.required).map(({ name }) => name)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(dimensions.map((dimension) => [dimension.name, settingSchema(dimension)])),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(rules.length === 0 ? {} : { allOf: rules.map((rule) => conflictSchema(rule, shapes)) })
  }
}

type Shapes = ReadonlyMap<string, Dimension["shape"]>

const settingSchema = ({ definition, description, label, shape, values }: Dimension): JsonSchema => {
  const codes = values.map(({ code }) => code)
  const about = { title: label, description: definition ?? description }
  switch (shape) {
    case "single":
      return codes.length === 0 ? { ...about, not: {} } : { ...about, enum: codes }
    case "multiple":
      return { ...about, ...listOf(codes) }
    case "territory":
      return {
        ...about,
        type: "object",
        properties: { global: { type: "boolean" }, countries: listOf(codes) },
        required: ["global", "countries"],
        additionalProperties: false
      }
    case "flags":
      return {
        ...about,
        type: "object",
        properties: Object.fromEntries(values.map((value) => [value.code, { title: value.label, type: "boolean" }])),
        additionalProperties: false
      }
  }
}

// An empty `enum` is allowed but discouraged by the standard, and some validators refuse it.
const listOf = (codes: ReadonlyArray<string>): JsonSchema => ({
  type: "array",
  items: codes.length === 0 ? false : { enum: codes },
  uniqueItems: true
})

const conflictSchema = ({ description, forbid = {}, id }: ConflictRule, shapes: Shapes): JsonSchema => ({
  title: id,
  description,
  not: {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(forbid).map(([dimension, condition]) => [
        dimension,
        conditionSchema(condition, shapes.get(dimension))
      ])
    ),
    required: Object.keys(forbid)
  }
})
