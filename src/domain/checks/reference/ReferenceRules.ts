import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { pointTo, type Finding, type Pointer } from "../../diagnostic/Finding.ts"
import { settingOf } from "../../taxonomy/Config.ts"
import {
  configProblems,
  shapeInWords,
  vocabularyOf,
  type ConfigProblem,
  type Vocabulary
} from "../../taxonomy/ConfigValidation.ts"
import { codesOf, conditionOfShape, type Condition, type ConflictRule } from "../../taxonomy/ConflictRule.ts"
import { didYouMean } from "../../taxonomy/Suggestion.ts"
import type { Deprecation, Dimension, License, Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { conditionExample, settingExample } from "./ShapeExamples.ts"

/** Every name in a snapshot that leads nowhere, and every base license that is not valid, in the snapshot's order. */
export const referenceFindings = (taxonomy: Taxonomy): ReadonlyArray<Finding> => {
  // A rule that is itself broken is reported once, not again for each license.
  const names = vocabularyOf(taxonomy.dimensions, [])
  const broken = taxonomy.rules.map((rule) => ({ rule, findings: ruleFindings(names, rule) }))
  const sound = broken.filter(({ findings }) => findings.length === 0).map(({ rule }) => rule)
  const vocabulary = { ...names, rules: sound }
  const dimensions = new Set(names.dimensions.keys())
  const codes = new Set(taxonomy.licenses.map(({ code }) => code))
  return [
    ...taxonomy.dimensions.flatMap((dimension) => dimensionFindings(dimensions, dimension)),
    ...taxonomy.licenses.flatMap((license) => licenseFindings(codes, vocabulary, license)),
    ...broken.flatMap(({ findings }) => findings)
  ]
}

type Findings = ReadonlyArray<Finding>

const dimensionFindings = (names: ReadonlySet<string>, { deprecated, name, values }: Dimension): Findings => {
  const codes = new Set(values.map(({ code }) => code))
  return [
    ...replacementFindings(deprecated, name, names, "dimension", pointTo.dimension(name)),
    ...values.flatMap((value) =>
      replacementFindings(value.deprecated, `${name}/${value.code}`, codes, "value", pointTo.value(name, value.code))
    )
  ]
}

const replacementFindings = (
  deprecation: Deprecation | undefined,
  subject: string,
  names: ReadonlySet<string>,
  kind: "dimension" | "value" | "license",
  at: Pointer
): Findings => {
  if (deprecation === undefined) return []
  return deprecation.replaced_by.flatMap((name, index): Findings => {
    if (names.has(name)) return []
    const message = `${subject} is replaced by "${name}", which does not exist`
    return [
      {
        rule: `reference/unknown-${kind}`,
        level: "error",
        subject,
        message,
        help: didYouMeanOr(name, names, `Name a ${kind} that exists, or leave replaced_by out and give a reason.`),
        at: { ...at, path: [...at.path, "deprecated", "replaced_by", index] }
      }
    ]
  })
}

const licenseFindings = (codes: ReadonlySet<string>, vocabulary: Vocabulary, license: License): Findings => [
  ...configProblems(vocabulary, license.config).map((problem) => configFinding(vocabulary, license, problem)),
  ...replacementFindings(license.deprecated, license.code, codes, "license", pointTo.license(license.code))
]

const configFinding = (vocabulary: Vocabulary, { code, config }: License, problem: ConfigProblem): Finding => {
  const base = { level: "error", subject: code, at: pointTo.license(code, "config", ...problem.path) } as const
  switch (problem._tag) {
    case "UnknownDimension":
      return { ...base, ...unknownDimension(vocabulary, problem.dimension), at: { ...base.at, key: true } }
    case "UnknownValue":
      return { ...base, ...unknownValue(vocabulary, problem.dimension, problem.value) }
    case "RepeatedValue":
      return {
        ...base,
        rule: "source/duplicate",
        message: `"${problem.value}" stands twice in ${problem.dimension}`,
        help: "Remove one of the two."
      }
    case "WrongShape": {
      const { dimension: name, expected } = problem
      const dimension = vocabulary.dimensions.get(name)
      const example = dimension === undefined ? expected : settingExample(name, dimension, settingOf(config, name))
      return { ...base, rule: "source/wrong-type", message: `${name} takes ${expected}`, help: `Write ${example}` }
    }
    case "MissingDimension":
      return {
        ...base,
        rule: "reference/missing-dimension",
        message: `The config of ${code} does not set ${problem.dimension}, which every license must set`,
        help: `Add ${problem.dimension} to the config.`
      }
    case "Conflict":
      return {
        ...base,
        rule: "license/conflict",
        message: `The config of ${code} is forbidden by the rule ${problem.rule.id}`,
        help: problem.rule.description
      }
  }
}

const ruleFindings = (vocabulary: Vocabulary, rule: ConflictRule): Findings =>
  Object.entries(rule.forbid).flatMap(([name, condition]): Findings => {
    const base = { level: "error", subject: `rules/${rule.id}` } as const
    const at = pointTo.rule(rule.id, "forbid", name)
    const dimension = vocabulary.dimensions.get(name)
    if (dimension === undefined) return [{ ...base, ...unknownDimension(vocabulary, name), at: { ...at, key: true } }]
    if (!fits[dimension.shape](condition)) {
      return [
        {
          ...base,
          rule: "source/wrong-type",
          message: `${name} has the shape ${dimension.shape} (${shapeInWords[dimension.shape]}), which takes other conditions`,
          help: conditionHelp(name, dimension, condition),
          at
        }
      ]
    }
    return codesOf(condition, dimension.shape).flatMap(({ path, value }): Findings =>
      dimension.codes.has(value)
        ? []
        : [{ ...base, ...unknownValue(vocabulary, name, value), at: { ...at, path: [...at.path, ...path] } }]
    )
  })

const conditionHelp = (name: string, dimension: KnownDimension, condition: Condition): string => {
  const { shape } = dimension
  const near = Object.keys(condition).map((operator) => didYouMean(operator, operatorsOf[shape]))
  return (
    near.find((hint) => hint !== undefined) ??
    `Conditions for ${shape}: ${conditionsInWords[shape]}. Such as ${conditionExample(name, dimension, condition)}`
  )
}

type KnownDimension = Vocabulary["dimensions"] extends ReadonlyMap<string, infer D> ? D : never

const strict = { onExcessProperty: "error" } as const
const fitsWith =
  <A>(decode: (condition: unknown) => Result.Result<A, unknown>) =>
  (condition: unknown): boolean =>
    Result.isSuccess(decode(condition))
const fits = {
  single: fitsWith(Schema.decodeUnknownResult(conditionOfShape.single, strict)),
  multiple: fitsWith(Schema.decodeUnknownResult(conditionOfShape.multiple, strict)),
  territory: fitsWith(Schema.decodeUnknownResult(conditionOfShape.territory, strict)),
  flags: fitsWith(Schema.decodeUnknownResult(conditionOfShape.flags, strict))
} as const

const operatorsOf = {
  single: ["equals", "any_of"],
  multiple: ["contains", "contains_any", "contains_all", "empty"],
  territory: ["global", "countries"],
  flags: []
} as const

const conditionsInWords = {
  single: operatorsOf.single.join(", "),
  multiple: operatorsOf.multiple.join(", "),
  territory: `global, countries (with ${operatorsOf.multiple.join(", ")})`,
  flags: "a member with true or false"
} as const

type Fact = Required<Pick<Finding, "rule" | "message" | "help">>

const unknownDimension = (vocabulary: Vocabulary, name: string): Fact => ({
  rule: "reference/unknown-dimension",
  message: `There is no dimension "${name}"`,
  help: didYouMeanOr(name, vocabulary.dimensions.keys(), `Add dimensions/${name}.yaml, or remove the key.`)
})

const unknownValue = (vocabulary: Vocabulary, dimension: string, value: string): Fact => ({
  rule: "reference/unknown-value",
  message: `${dimension} has no value "${value}"`,
  help: didYouMeanOr(
    value,
    vocabulary.dimensions.get(dimension)?.codes ?? [],
    `Add the value to dimensions/${dimension}.yaml, or use one that is there.`
  )
})

const didYouMeanOr = (written: string, candidates: Iterable<string>, otherwise: string): string =>
  didYouMean(written, candidates) ?? otherwise
