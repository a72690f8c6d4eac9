import { inItem, replacementPath, type Location } from "../../diagnostic/Location.ts"
import { settingOf, type Config } from "../../taxonomy/Config.ts"
import { configProblems, vocabularyOf, type ConfigProblem, type Vocabulary } from "../../taxonomy/ConfigValidation.ts"
import { codesOf, type ConflictRule } from "../../taxonomy/ConflictRule.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import {
  conflictRuleRef,
  dimensionRef,
  formatItem,
  licenseRef,
  valueRef,
  type ItemRef
} from "../../taxonomy/ItemRef.ts"
import { replacementItems, replacementName } from "../../taxonomy/Replacement.ts"
import { nearestIn } from "../../taxonomy/SuggestionIndex.ts"
import type { Shape, Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { perProposal } from "../PerProposal.ts"
import { describeCondition, fitsShape, type WrongCondition } from "./Conditions.ts"
import { settingExample } from "./ShapeExamples.ts"
import type { UnknownName } from "./UnknownName.ts"

/** A place in the sources that names something that does not exist, or that does not fit what it names. */
export type ReferenceProblem =
  | {
      readonly _tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense"
      readonly item: ItemRef
      readonly location: Location
      readonly name: UnknownName
    }
  | {
      readonly _tag: "WrongSetting"
      readonly item: ItemRef
      readonly location: Location
      readonly facts: WrongSetting
    }
  | {
      readonly _tag: "WrongCondition"
      readonly item: ItemRef
      readonly location: Location
      readonly facts: WrongCondition
    }
  | {
      readonly _tag: "InvalidConfig"
      readonly item: ItemRef
      readonly location: Location
      readonly license: Taxonomy["licenses"][number]
      readonly problem: Exclude<ConfigProblem, { readonly _tag: "UnknownDimension" | "UnknownValue" | "WrongShape" }>
    }

/** Every problem of the proposed taxonomy, in the order of its items. */
export const referenceProblems = perProposal(({ command: { taxonomy } }): ReadonlyArray<ReferenceProblem> => {
  const names = vocabularyOf(taxonomy.dimensions, [])
  const rules = taxonomy.rules.map((rule) => ({ rule, problems: ruleProblems(names, rule) }))
  // A rule with a problem is reported once, not again for each license.
  const vocabulary = { ...names, rules: rules.filter(({ problems }) => problems.length === 0).map(({ rule }) => rule) }
  return [
    ...dimensionProblems(taxonomy, vocabulary),
    ...licenseProblems(taxonomy, vocabulary),
    ...rules.flatMap(({ problems }) => problems)
  ]
})

/** The facts of a setting that the shape of its dimension does not take. */
export type WrongSetting = { readonly dimension: string; readonly shape: Shape; readonly example: string }

type Problems = ReadonlyArray<ReferenceProblem>

const dimensionProblems = ({ dimensions, licenses }: Taxonomy, vocabulary: Vocabulary): Problems => {
  const names = new Set(vocabulary.dimensions.keys())
  const licenseCodes = new Set(licenses.map(({ code }) => code))
  return dimensions.flatMap(({ deprecated, name, values }) => {
    const item = dimensionRef(name)
    return [
      ...replacementProblems("UnknownDimension", item, deprecated, names, vocabulary),
      ...values.flatMap((value) =>
        replacementProblems(
          "UnknownValue",
          valueRef(name, value.code),
          value.deprecated,
          vocabulary.dimensions.get(name)?.codes ?? new Set(),
          vocabulary
        ).map((problem) => withExistingKind(problem, names, licenseCodes))
      )
    ]
  })
}

const licenseProblems = ({ licenses }: Taxonomy, vocabulary: Vocabulary): Problems => {
  const codes = new Set(licenses.map(({ code }) => code))
  return licenses.flatMap((license) => {
    const item = licenseRef(license.code)
    return [
      ...configProblems(vocabulary, license.config).flatMap((problem): Problems => {
        const location = inItem(item, "config", ...problem.path)
        switch (problem._tag) {
          case "UnknownDimension":
            return [unknownDimension(vocabulary, item, problem.dimension, { ...location, key: true })]
          case "UnknownValue":
            return [unknownValue(vocabulary, item, problem, location)]
          case "WrongShape": {
            const facts = describeSetting(vocabulary, problem.dimension, license.config)
            return facts === undefined ? [] : [{ _tag: "WrongSetting", item, location, facts }]
          }
          default:
            return [{ _tag: "InvalidConfig", item, location, license, problem }]
        }
      }),
      ...replacementProblems("UnknownLicense", item, license.deprecated, codes, vocabulary)
    ]
  })
}

const describeSetting = ({ dimensions }: Vocabulary, name: string, config: Config): WrongSetting | undefined => {
  const dimension = dimensions.get(name)
  return (
    dimension && {
      dimension: name,
      shape: dimension.shape,
      example: settingExample(name, dimension, settingOf(config, name))
    }
  )
}

const ruleProblems = (vocabulary: Vocabulary, { forbid, id }: ConflictRule): Problems => {
  const item = conflictRuleRef(id)
  return Object.entries(forbid).flatMap(([name, condition]): Problems => {
    const location = inItem(item, "forbid", name)
    const dimension = vocabulary.dimensions.get(name)
    if (dimension === undefined) return [unknownDimension(vocabulary, item, name, { ...location, key: true })]
    if (!fitsShape(dimension.shape, condition)) {
      return [{ _tag: "WrongCondition", item, location, facts: describeCondition(name, dimension, condition) }]
    }
    return codesOf(condition, dimension.shape)
      .filter(({ value }) => !dimension.codes.has(value))
      .map(({ path, value }) =>
        unknownValue(vocabulary, item, { dimension: name, value }, inItem(item, "forbid", name, ...path))
      )
  })
}

const replacementProblems = (
  tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense",
  item: ItemRef,
  deprecation: Deprecation | undefined,
  names: ReadonlySet<string>,
  { dimensions }: Vocabulary
): Problems => {
  if (deprecation === undefined) return []
  const replaces = formatItem(item)
  return replacementItems(item, deprecation).flatMap((replacement, index): Problems => {
    const name = deprecation.replaced_by[index] ?? ""
    const location = inItem(item, ...replacementPath(deprecation, index))
    if (!name.includes("/") || replacement._tag !== "Value") {
      if (names.has(name)) return []
      return [{ _tag: tag, item, location, name: { name, suggestion: nearestIn(name, names) ?? null, replaces } }]
    }
    const codes = dimensions.get(replacement.dimension)?.codes
    if (codes?.has(replacement.value) === true) return []
    if (codes === undefined) {
      const suggestion = nearestIn(replacement.dimension, dimensions) ?? null
      return [{ _tag: "UnknownDimension", item, location, name: { name: replacement.dimension, suggestion, replaces } }]
    }
    const code = nearestIn(replacement.value, codes)
    const suggestion = code === undefined ? null : replacementName(item, valueRef(replacement.dimension, code))
    return [{ _tag: "UnknownValue", item, location, name: { name, suggestion, replaces } }]
  })
}

/** The same problem of a value, with the kind of the item that its replacement names, if that is no value. */
const withExistingKind = (
  problem: ReferenceProblem,
  dimensions: ReadonlySet<string>,
  licenses: ReadonlySet<string>
): ReferenceProblem => {
  if (problem._tag !== "UnknownValue") return problem
  const { name } = problem.name
  const kind = licenses.has(name) ? "license" : dimensions.has(name) ? "dimension" : undefined
  return kind === undefined ? problem : { ...problem, name: { ...problem.name, suggestion: null, exists_as: kind } }
}

const unknownDimension = (
  { dimensions }: Vocabulary,
  item: ItemRef,
  name: string,
  location: Location
): ReferenceProblem => ({
  _tag: "UnknownDimension",
  item,
  location,
  name: { name, suggestion: nearestIn(name, dimensions) ?? null }
})

const unknownValue = (
  { dimensions }: Vocabulary,
  item: ItemRef,
  { dimension, value }: { readonly dimension: string; readonly value: string },
  location: Location
): ReferenceProblem => {
  const codes = dimensions.get(dimension)?.codes
  const suggestion = (codes && nearestIn(value, codes)) ?? null
  return { _tag: "UnknownValue", item, location, name: { name: value, dimension, suggestion } }
}
