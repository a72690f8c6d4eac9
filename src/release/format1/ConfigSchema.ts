// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import * as Schema from "effect/Schema"
import {
  MultipleCondition1,
  SingleCondition1,
  TerritoryCondition1,
  type Condition1
} from "../../domain/release/PublishedReleaseEvents.ts"
import type { ConflictRule, Dimension, Taxonomy } from "./Bodies.ts"

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

export type JsonSchema = { readonly [keyword: string]: Schema.Json }

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

const conflictSchema = ({ description, forbid, id }: ConflictRule, shapes: Shapes): JsonSchema => ({
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

const conditionSchema = (condition: typeof Condition1.Type, shape: Dimension["shape"] | undefined): JsonSchema => {
  // The shape decides, for a member of a `flags` dimension may be named like an operator.
  if (shape === "single" && isSingleCondition(condition)) return singleSchema(condition)
  if (shape === "multiple" && isMultipleCondition(condition)) return multipleSchema(condition)
  if (shape === "territory" && isTerritoryCondition(condition)) return territorySchema(condition)
  return membersSchema(Object.entries(condition).map(([member, wanted]) => [member, { const: wanted }]))
}

const isSingleCondition = Schema.is(SingleCondition1)
const isMultipleCondition = Schema.is(MultipleCondition1)
const isTerritoryCondition = Schema.is(TerritoryCondition1)

const singleSchema = ({ any_of, equals }: typeof SingleCondition1.Type): JsonSchema => ({
  ...(equals === undefined ? {} : { const: equals }),
  ...(any_of === undefined ? {} : { enum: any_of })
})

const multipleSchema = ({
  contains,
  contains_all,
  contains_any,
  empty
}: typeof MultipleCondition1.Type): JsonSchema => {
  const wanted = [
    ...(contains === undefined ? [] : [{ const: contains }]),
    ...(contains_any === undefined ? [] : [{ enum: contains_any }]),
    ...(contains_all ?? []).map((code) => ({ const: code }))
  ]
  return {
    type: "array",
    ...(empty === undefined ? {} : empty ? { maxItems: 0 } : { minItems: 1 }),
    ...(wanted.length === 0 ? {} : { allOf: wanted.map((item) => ({ contains: item })) })
  }
}

const territorySchema = ({ countries, global }: typeof TerritoryCondition1.Type): JsonSchema =>
  membersSchema([
    ...(global === undefined ? [] : [["global", { const: global }] as const]),
    ...(countries === undefined ? [] : [["countries", multipleSchema(countries)] as const])
  ])

const membersSchema = (members: ReadonlyArray<readonly [string, JsonSchema]>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(members),
  required: members.map(([member]) => member)
})
