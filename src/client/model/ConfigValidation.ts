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
import type { Deprecation, TaxonomySchema } from "./Model.ts"

/** What is to be said of a license configuration. */
export interface ConfigVerdict {
  /** Whether there are no problems. */
  readonly valid: boolean
  /** What is wrong, in the order of the config. */
  readonly problems: ReadonlyArray<ConfigProblem>
  /** What the config uses that is going away. It is still valid. */
  readonly deprecated: ReadonlyArray<DeprecatedUse>
}

/** One reason for which a configuration is not valid. */
export interface ConfigProblem {
  /** The reason, for programs. */
  readonly kind: "UnknownDimension" | "UnknownValue" | "RepeatedValue" | "WrongShape" | "MissingDimension" | "Conflict"
  /** The way to the place within the config: `["use_type", 0]`. Empty for the config as a whole. */
  readonly path: ReadonlyArray<string | number>
  /** A sentence for people. */
  readonly message: string
  /** The nearest name that exists, or what the rule that was broken says. */
  readonly help: string | undefined
}

/** A dimension or a value that a configuration uses and that is going away. */
export interface DeprecatedUse {
  /** `dimension`, or `dimension/value`. */
  readonly item: string
  /** The way to the place within the config. */
  readonly path: ReadonlyArray<string | number>
  /** Since when, what takes its place, and when it may go. */
  readonly deprecation: Deprecation
}

/** What of a schema decides about configurations: all of `schema()`, or the release's `schema.json`. */
export type ConfigRules = Pick<TaxonomySchema, "dimensions" | "validation_rules">

/**
 * Checks a license configuration against a schema, as the service checks its own base licenses: settings of the right
 * shape, known values, required dimensions, and no conflict. Nothing is sent. What a schema says is read once an object and
 * kept for as long as the object lives, so that many configs are checked at little cost: change a copy of a schema rather
 * than the schema. Throws `InvalidArgument` where it is none.
 */
export const validateConfig = (schema: ConfigRules, config: unknown): ConfigVerdict => {
  const vocabulary = vocabularyOf(schema)
  const problems = configProblems(vocabulary, config).map((problem) => inWords(vocabulary, problem))
  return { valid: problems.length === 0, problems, deprecated: deprecatedUses(schema, config) }
}

/** Schemas are large, and often asked for many configs. */
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
    const [problem, place] = read.failure.message.split(/\n\s*/)
    const found = place === undefined ? problem : `${problem} ${place}`
    throw new InvalidArgument(
      "schema",
      `must be what schema() gives, with dimensions and validation_rules. ${found ?? ""}`
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

const inWords = ({ dimensions }: Vocabulary, problem: Problem): ConfigProblem => {
  const said = (message: string, help?: string) => ({ kind: problem._tag, path: problem.path, message, help })
  switch (problem._tag) {
    case "UnknownDimension":
      return said(`There is no dimension "${problem.dimension}"`, didYouMean(problem.dimension, dimensions.keys()))
    case "UnknownValue": {
      const codes = dimensions.get(problem.dimension)?.codes ?? []
      return said(`${problem.dimension} has no value "${problem.value}"`, didYouMean(problem.value, codes))
    }
    case "RepeatedValue":
      return said(`"${problem.value}" stands twice in ${problem.dimension}`)
    case "WrongShape":
      return said(`${problem.path.length === 0 ? "A config" : problem.dimension} takes ${problem.expected}`)
    case "MissingDimension":
      return said(`${problem.dimension} is not set, and every config must set it`)
    case "Conflict":
      return said(`The rule ${problem.rule.id} forbids this`, problem.rule.description)
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
