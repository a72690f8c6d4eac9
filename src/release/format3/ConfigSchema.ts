import * as Schema from "effect/Schema"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import {
  MultipleCondition,
  SingleCondition,
  TerritoryCondition,
  type Condition,
  type Conditions
} from "../../domain/taxonomy/Config.ts"
import { countryOf } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionsIn, isBinding } from "../../domain/taxonomy/Rules.ts"
import type { ConflictRule, Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"

/**
 * A JSON Schema (2020-12) that accepts exactly the valid configs: settings of the right shape, known values, required
 * dimensions, and no conflict (service spec, 2.4 and 2.5). It contains the texts that a form shows, and reports a
 * conflict at the dimension that `concernedBy` names.
 */
export const configSchema = ({ taxonomy, version }: Pick<Release, "taxonomy" | "version">): JsonSchema => {
  const { description, dimensions, namespace, rules, title } = taxonomy
  const required = dimensions.filter((dimension) => dimension.required).map(({ name }) => name)
  const dependent = dependentSchemas(rules.filter(isBinding), dimensions)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:taxonomy:${namespace}:${version}:config`,
    title,
    description,
    type: "object",
    properties: Object.fromEntries(
      snapshotOf(taxonomy)
        .dimensionsInOrder()
        .map((dimension) => [dimension.name, settingSchema(dimension)])
    ),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(dependent).length === 0 ? {} : { dependentSchemas: dependent })
  }
}

export type JsonSchema = { readonly [keyword: string]: Schema.Json }

const settingSchema = (dimension: Dimension): JsonSchema => {
  const { shape, values } = dimension
  const about = annotationsOf(dimension)
  switch (shape) {
    case "single":
      return { ...about, ...codeOf(values) }
    case "multiple":
      return { ...about, ...listOf(values) }
    case "territory":
      return {
        ...about,
        type: "object",
        properties: {
          global: { title: "Worldwide", type: "boolean", default: false },
          countries: { title: "Countries", ...listOf(values) }
        },
        required: ["global", "countries"],
        additionalProperties: false
      }
    case "flags":
      return {
        ...about,
        type: "object",
        properties: Object.fromEntries(
          values.map((value) => [value.code, { ...annotationsOf(value), type: "boolean" }] as const)
        ),
        additionalProperties: false
      }
  }
}

/** What a form shows of an item. Definitions are too long for that, and stand in `dimensions.json`. */
const annotationsOf = ({ deprecated, description, label }: Dimension | Value): JsonSchema => ({
  title: label,
  description,
  ...(deprecated === undefined ? {} : { deprecated: true })
})

// The standard demands that `oneOf` has a member.
const codeOf = (values: ReadonlyArray<Value>): JsonSchema => ({
  type: "string",
  ...(values.length === 0 ? { not: {} } : alternativesOf(values))
})

const listOf = (values: ReadonlyArray<Value>): JsonSchema => ({
  type: "array",
  ...(values.length === 0 ? { items: { type: "string" }, maxItems: 0 } : { items: alternativesOf(values) }),
  uniqueItems: true
})

const alternativesOf = (values: ReadonlyArray<Value>): JsonSchema =>
  values.length > maxLabelledCodes
    ? { enum: values.map(({ code }) => code) }
    : { oneOf: values.map((value) => ({ const: value.code, ...annotationsOf(value) })) }

/**
 * Longer lists have no labels. ajv compiles each alternative to code within the code of the one before, which takes a
 * second for a thousand, and overflows its stack for a few thousand. No form shows as many options at once.
 */
const maxLabelledCodes = 500

/**
 * The conflict rules by the dimension that they concern, and the parts of countries. Unlike those of `allOf`, forms do not
 * merge the schemas of `dependentSchemas` into the fields, so that a rule does not replace the title of a field.
 */
const dependentSchemas = (rules: ReadonlyArray<ConflictRule>, dimensions: ReadonlyArray<Dimension>): JsonSchema => {
  const shapes = new Map(dimensions.map(({ name, shape }) => [name, shape]))
  const schemas = [
    ...dimensions.flatMap((dimension) => partSchemas(dimension).map((schema) => [dimension.name, schema] as const)),
    ...rules.map((rule) => {
      const dimension = concernedBy(rule)
      return [dimension, conflictSchema(rule, dimension, shapes)] as const
    })
  ]
  return Object.fromEntries(
    Array.from(
      Map.groupBy(schemas, ([dimension]) => dimension),
      ([dimension, group]) => [dimension, { allOf: group.map(([, schema]) => schema) }]
    )
  )
}

/** Who names a part of a country lists the country, and does not name the world. */
const partSchemas = ({ name, refines, values }: Dimension): ReadonlyArray<JsonSchema> =>
  refines === undefined
    ? []
    : Array.from(
        Map.groupBy(values, ({ code }) => countryOf(code)),
        ([country, parts]) => ({
          if: membersSchema([[name, { type: "array", contains: { enum: parts.map(({ code }) => code) } }]]),
          // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
          then: membersSchema([[refines, territorySchema({ global: false, countries: { contains: country } })]])
        })
      )

/** The dimension at which a conflict is reported, the first of the rule, as `validateConfig` of the client does. */
const concernedBy = (rule: ConflictRule): string => dimensionsIn(rule)[0] ?? ""

type Shapes = ReadonlyMap<string, Dimension["shape"]>

const conflictSchema = (rule: ConflictRule, concerned: string, shapes: Shapes): JsonSchema => {
  const { description, forbid, id, require: required = {}, when = {} } = rule
  const schemasOf = (conditions: Conditions) =>
    Object.entries(conditions).map(
      ([dimension, condition]) => [dimension, conditionSchema(condition, shapes.get(dimension))] as const
    )
  const conditions = schemasOf(forbid ?? when)
  const [forbidden, others] = [
    conditions.filter(([dimension]) => dimension === concerned),
    conditions.filter(([dimension]) => dimension !== concerned)
  ]
  const refusal = {
    properties: Object.fromEntries(forbidden.map(([dimension, not]) => [dimension, { title: id, description, not }]))
  }
  const schema = forbid === undefined ? { if: membersSchema(schemasOf(required)), else: refusal } : refusal
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return others.length === 0 ? schema : { if: membersSchema(others), then: schema }
}

/** The JSON Schema of the settings that meet a condition. */
export const conditionSchema = (condition: Condition, shape: Dimension["shape"] | undefined): JsonSchema => {
  // The shape decides, for a member of a `flags` dimension may be named like an operator.
  if (shape === "single" && isSingleCondition(condition)) return singleSchema(condition)
  if (shape === "multiple" && isMultipleCondition(condition)) return multipleSchema(condition)
  if (shape === "territory" && isTerritoryCondition(condition)) return territorySchema(condition)
  return membersSchema(Object.entries(condition).map(([member, wanted]) => [member, { const: wanted }]))
}

const isSingleCondition = Schema.is(SingleCondition)
const isMultipleCondition = Schema.is(MultipleCondition)
const isTerritoryCondition = Schema.is(TerritoryCondition)

const singleSchema = ({ any_of, equals, none_of }: SingleCondition): JsonSchema => ({
  ...(equals === undefined ? {} : { const: equals }),
  ...(any_of === undefined ? {} : { enum: any_of }),
  ...(none_of === undefined ? {} : { not: { enum: none_of } })
})

const multipleSchema = ({
  contains,
  contains_all,
  contains_any,
  contains_none,
  empty
}: MultipleCondition): JsonSchema => {
  const wanted = [
    ...(contains === undefined ? [] : [{ const: contains }]),
    ...(contains_any === undefined ? [] : [{ enum: contains_any }]),
    ...(contains_all ?? []).map((code) => ({ const: code }))
  ]
  return {
    type: "array",
    ...(empty === undefined ? {} : empty ? { maxItems: 0 } : { minItems: 1 }),
    ...(wanted.length === 0 ? {} : { allOf: wanted.map((item) => ({ contains: item })) }),
    ...(contains_none === undefined ? {} : { not: { contains: { enum: contains_none } } })
  }
}

const territorySchema = ({ countries, global }: TerritoryCondition): JsonSchema =>
  membersSchema([
    ...(global === undefined ? [] : [["global", { const: global }] as const]),
    ...(countries === undefined ? [] : [["countries", multipleSchema(countries)] as const])
  ])

const membersSchema = (members: ReadonlyArray<readonly [string, JsonSchema]>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(members),
  required: members.map(([member]) => member)
})
