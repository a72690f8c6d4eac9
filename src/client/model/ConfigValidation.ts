import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import {
  configProblems,
  type ConfigProblem as Problem,
  type Vocabulary
} from "../../domain/taxonomy/ConfigValidation.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { InvalidArgument } from "./ClientErrors.ts"
import { firstIssueOf } from "./DescribeError.ts"
import type { Deprecation, TaxonomySchema } from "./Model.ts"

/** The result of a validation. */
export interface ConfigVerdict {
  /** True without problems. */
  readonly valid: boolean
  /** The problems, in the order of the config. */
  readonly problems: ReadonlyArray<ConfigProblem>
  /** The deprecated items that the config uses. It is still valid. */
  readonly deprecated: ReadonlyArray<DeprecatedUse>
}

/** One reason why a configuration is invalid. */
export interface ConfigProblem {
  /** The reason, for programs. */
  readonly kind: "UnknownDimension" | "UnknownValue" | "RepeatedValue" | "WrongShape" | "MissingDimension" | "Conflict"
  /** The path within the config, such as `["use_type", 0]`. Empty for the config as a whole. */
  readonly path: ReadonlyArray<string | number>
  /** A sentence for people. */
  readonly message: string
  /** The most similar name that exists, or the description of the violated rule. */
  readonly help: string | undefined
}

/** A deprecated dimension or value that a configuration uses. */
export interface DeprecatedUse {
  /** `dimension`, or `dimension/value`. */
  readonly item: string
  /** The path within the config. */
  readonly path: ReadonlyArray<string | number>
  /** Since when it is deprecated, its replacement, and its earliest removal. */
  readonly deprecation: Deprecation
}

/** The parts of a schema that `validateConfig` reads: the result of `schema()`, or the `schema.json` of a release. */
export type ConfigRules = Pick<TaxonomySchema, "dimensions" | "validation_rules">

/**
 * Validates a license configuration as the service validates its own base licenses: shapes of settings, known values,
 * required dimensions and conflicts. Sends nothing. A schema object is read once, so that many configs are cheap: change a
 * copy of a schema, never the schema. Throws `InvalidArgument` for an invalid schema.
 */
export const validateConfig = (schema: ConfigRules, config: unknown): ConfigVerdict => {
  const vocabulary = vocabularyOf(schema)
  const problems = configProblems(vocabulary, config).map((problem) => describe(vocabulary, problem))
  return { valid: problems.length === 0, problems, deprecated: deprecatedUses(schema, config) }
}

const vocabularies = new WeakMap<ConfigRules, Vocabulary>()

const vocabularyOf = (schema: ConfigRules): Vocabulary => {
  const known = vocabularies.get(schema)
  if (known !== undefined) return known
  const vocabulary = readVocabulary(schema)
  vocabularies.set(schema, vocabulary)
  return vocabulary
}

const readVocabulary = (schema: ConfigRules): Vocabulary => {
  const read = readRules(schema)
  if (Result.isFailure(read)) {
    const { message, path } = firstIssueOf(read.failure)
    throw new InvalidArgument(
      "schema",
      `must be the result of schema(), with dimensions and validation_rules. ${message}${path === "" ? "" : ` at ${path}`}`
    )
  }
  const { dimensions, validation_rules: rules } = schema
  return {
    dimensions: new Map(
      Object.entries(dimensions).map(([name, { shape, values }]) => [name, { shape, codes: new Set(values) }])
    ),
    required: rules.required,
    rules: Object.entries(rules.conflicts).map(([id, conflict]) => ({ id, ...conflict }))
  }
}

const readRules = Schema.decodeUnknownResult(
  Schema.Struct({ dimensions: SchemaBody.fields.dimensions, validation_rules: SchemaBody.fields.validation_rules })
)

const describe = ({ dimensions }: Vocabulary, problem: Problem): ConfigProblem => {
  const describedAs = (message: string, help?: string) => ({ kind: problem._tag, path: problem.path, message, help })
  switch (problem._tag) {
    case "UnknownDimension":
      return describedAs(`Unknown dimension "${problem.dimension}"`, didYouMean(problem.dimension, dimensions.keys()))
    case "UnknownValue": {
      const codes = dimensions.get(problem.dimension)?.codes ?? []
      return describedAs(`${problem.dimension} has no value "${problem.value}"`, didYouMean(problem.value, codes))
    }
    case "RepeatedValue":
      return describedAs(`${problem.dimension} repeats the value "${problem.value}"`)
    case "WrongShape":
      return describedAs(`${problem.path.length === 0 ? "A config" : problem.dimension} takes ${problem.expected}`)
    case "MissingDimension":
      return describedAs(`The required dimension ${problem.dimension} is missing`)
    case "Conflict":
      return describedAs(`The rule ${problem.rule.id} forbids this combination`, problem.rule.description)
  }
}

const deprecatedUses = ({ dimensions }: ConfigRules, config: unknown): ReadonlyArray<DeprecatedUse> =>
  isObject(config)
    ? Object.entries(config).flatMap(([name, setting]): ReadonlyArray<DeprecatedUse> => {
        const dimension = own(dimensions, name)
        if (dimension === undefined) return []
        const values = codesIn(setting).flatMap(({ code, path }) => {
          const deprecation = own(dimension.value_details, code)?.deprecation
          return deprecation === undefined ? [] : [{ item: `${name}/${code}`, path: [name, ...path], deprecation }]
        })
        const { deprecation } = dimension
        return deprecation === undefined ? values : [{ item: name, path: [name], deprecation }, ...values]
      })
    : []

interface PlacedCode {
  readonly code: string
  readonly path: ReadonlyArray<string | number>
}

const codesIn = (setting: unknown): ReadonlyArray<PlacedCode> => {
  if (typeof setting === "string") return [{ code: setting, path: [] }]
  if (Array.isArray(setting)) {
    return setting.flatMap((code: unknown, index) => (typeof code === "string" ? [{ code, path: [index] }] : []))
  }
  if (!isObject(setting)) return []
  const countries = own(setting, "countries")
  return Array.isArray(countries)
    ? codesIn(countries).map(({ code, path }) => ({ code, path: ["countries", ...path] }))
    : Object.keys(setting).map((code) => ({ code, path: [code] }))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
