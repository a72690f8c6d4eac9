import { inItem, type Location } from "../../../Finding.ts"
import type { Config } from "../../../taxonomy/Config.ts"
import { configProblems, vocabularyOf, type Vocabulary } from "../../../taxonomy/ConfigValidation.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "../../../taxonomy/ItemRef.ts"
import { annotatedValues } from "../../../taxonomy/Normalize.ts"
import { codesOf, settingOf } from "../../../taxonomy/Settings.ts"
import { makeSuggestions, nearest } from "../../../taxonomy/Suggestion.ts"
import type { ConflictRule, Taxonomy } from "../../../taxonomy/Taxonomy.ts"
import { perProposal } from "../../PerProposal.ts"
import { findRemovedName, type RemovedName } from "../RemovedName.ts"
import { describeCondition, describeSetting, fitsShape, isMap, pathToWrong, suggestCode } from "../Settings.ts"
import type { Names, Problems, ReferenceProblem } from "./ReferenceProblem.ts"
import { replacementProblems, withExistingKind } from "./ReplacementReferences.ts"

/** Every problem of the proposed taxonomy, in the order of its items. */
export const referenceProblems = perProposal((proposal): ReadonlyArray<ReferenceProblem> => {
  const { taxonomy } = proposal.command
  const codes = vocabularyOf(taxonomy.dimensions, [])
  const names = { ...codes, dimensions: withValues(taxonomy, codes), suggest: makeSuggestions() }
  const rules = taxonomy.rules.map((rule) => ({ rule, problems: ruleProblems(names, rule) }))
  // A rule with a problem is reported once, not again for each license.
  const vocabulary = { ...names, rules: rules.filter(({ problems }) => problems.length === 0).map(({ rule }) => rule) }
  return [
    ...dimensionProblems(taxonomy, vocabulary),
    ...[...licenseProblems(taxonomy, vocabulary), ...rules.flatMap(({ problems }) => problems)].map((problem) =>
      withRemoval(problem, findRemovedName(proposal))
    )
  ]
})

/** The same problem, with the replacement of the missing item if the proposed release removes it. */
const withRemoval = (
  problem: ReferenceProblem,
  findRemoved: (item: ItemRef) => RemovedName | undefined
): ReferenceProblem => {
  const isName = "missing" in problem && problem.name.replaces === undefined
  const removed = isName ? findRemoved(problem.missing) : undefined
  // A code that is only similar is not what replaces it.
  return isName && removed !== undefined
    ? { ...problem, name: { ...problem.name, suggestion: null, removed } }
    : problem
}

/** The labels of values tell what an editor meant by a text that is no code. */
const withValues = ({ dimensions }: Taxonomy, vocabulary: Vocabulary): Names["dimensions"] =>
  new Map(
    dimensions.flatMap(({ name, required: isRequired, values }) => {
      const known = vocabulary.dimensions.get(name)
      if (known === undefined) return []
      const named = {
        shape: known.shape,
        values,
        isRequired,
        get codes() {
          return known.codes
        }
      }
      return [[name, named] as const]
    })
  )

const dimensionProblems = ({ dimensions, licenses }: Taxonomy, vocabulary: Names): Problems => {
  const names = new Set(vocabulary.dimensions.keys())
  const licenseCodes = new Set(licenses.map(({ code }) => code))
  return dimensions.flatMap(({ deprecated, name, values }) => {
    const item = dimensionRef(name)
    return [
      ...replacementProblems("UnknownDimension", item, deprecated, names, vocabulary),
      ...annotatedValues(values).flatMap((value) =>
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

const licenseProblems = ({ licenses }: Taxonomy, vocabulary: Names): Problems => {
  const codes = new Set(licenses.map(({ code }) => code))
  return licenses.flatMap((license) => {
    const item = licenseRef(license.code)
    const problems = configProblems(vocabulary, license.config)
    // A dimension whose name is misspelt is set all the same.
    const misspelt = new Set(
      problems.map((problem) =>
        problem._tag === "UnknownDimension" ? suggestDimension(vocabulary, problem.dimension) : undefined
      )
    )
    return [
      ...problems.flatMap((problem): Problems => {
        const location = inItem(item, "config", ...problem.path)
        switch (problem._tag) {
          case "UnknownDimension":
            return [unknownDimension(vocabulary, item, problem.dimension, { ...location, key: true })]
          case "UnknownValue":
            return [unknownValue(vocabulary, item, problem, location, listAt(license.config, problem.path))]
          case "WrongShape": {
            return wrongSetting(vocabulary, item, problem.dimension, license.config)
          }
          case "MissingDimension":
            return misspelt.has(problem.dimension) ? [] : [{ _tag: "InvalidConfig", item, location, license, problem }]
          default:
            return [{ _tag: "InvalidConfig", item, location, license, problem }]
        }
      }),
      ...replacementProblems("UnknownLicense", item, license.deprecated, codes, vocabulary)
    ]
  })
}

const wrongSetting = ({ dimensions }: Names, item: ItemRef, name: string, config: Config): Problems => {
  const dimension = dimensions.get(name)
  if (dimension === undefined) return []
  const facts = describeSetting(name, dimension, settingOf(config, name))
  const location = inItem(item, "config", name, ...pathToWrong(facts))
  return [{ _tag: "WrongSetting", item, location, facts }]
}

const ruleProblems = (vocabulary: Names, { forbid, id }: ConflictRule): Problems => {
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
        unknownValue(
          vocabulary,
          item,
          { dimension: name, value },
          inItem(item, "forbid", name, ...path),
          listAt(condition, path)
        )
      )
  })
}

const suggestDimension = ({ dimensions, suggest }: Names, name: string): string | undefined =>
  suggest(name, () => nearest(name, dimensions.keys()))

const unknownDimension = (names: Names, item: ItemRef, name: string, location: Location): ReferenceProblem => ({
  _tag: "UnknownDimension",
  item,
  location,
  missing: dimensionRef(name),
  name: { name, suggestion: suggestDimension(names, name) ?? null }
})

const unknownValue = (
  { dimensions, suggest }: Names,
  item: ItemRef,
  { dimension, value }: { readonly dimension: string; readonly value: string },
  location: Location,
  list: ReadonlyArray<string> | undefined
): ReferenceProblem => {
  const known = dimensions.get(dimension)
  const suggestion = (known && suggest(`${dimension}/${value}`, () => suggestCode(known, value))) ?? null
  // The member of flags is a key.
  const where = known?.shape === "flags" && location._tag === "Item" ? { ...location, key: true } : location
  const missing = valueRef(dimension, value)
  const belongs_to = suggestion === null ? dimensionsWith(dimensions).get(value) : undefined
  const name = {
    name: value,
    dimension,
    suggestion,
    ...(known?.shape === "territory" ? { is_country: true as const } : {}),
    ...(belongs_to === undefined ? {} : { belongs_to })
  }
  return { _tag: "UnknownValue", item, location: where, missing, name, ...(list === undefined ? {} : { list }) }
}

/** The list that holds the entry at a path. */
const listAt = (root: unknown, path: ReadonlyArray<string | number>): ReadonlyArray<string> | undefined => {
  if (typeof path.at(-1) !== "number") return undefined
  const found = path.slice(0, -1).reduce<unknown>((node, key) => (isMap(node) ? node[key] : undefined), root)
  return Array.isArray(found) ? found : undefined
}

/** The first dimension with each code, other than countries. */
const dimensionsWith = (dimensions: Names["dimensions"]): ReadonlyMap<string, string> => {
  const known = owners.get(dimensions)
  if (known !== undefined) return known
  const found = new Map<string, string>()
  for (const [name, { codes, shape }] of dimensions) {
    if (shape === "territory") continue
    for (const code of codes) if (!found.has(code)) found.set(code, name)
  }
  owners.set(dimensions, found)
  return found
}

const owners = new WeakMap<Names["dimensions"], ReadonlyMap<string, string>>()
