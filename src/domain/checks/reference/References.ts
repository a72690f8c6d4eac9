import { removedItem } from "../../change/Change.ts"
import { inItem, type Location, replacementPath } from "../../Finding.ts"
import { isObject } from "../../Json.ts"
import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"
import { deprecatedItems } from "../../release/removal/DeprecationClock.ts"
import type { Config } from "../../taxonomy/Config.ts"
import { configProblems, vocabularyOf, type Vocabulary, type ConfigViolation } from "../../taxonomy/ConfigValidation.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import {
  conflictRuleRef,
  dimensionRef,
  licenseRef,
  valueRef,
  type ItemRef,
  formatItem,
  toItemId,
  type ItemId
} from "../../taxonomy/ItemRef.ts"
import { replacementName, replacementItem } from "../../taxonomy/Replacement.ts"
import { isBinding, listConditions } from "../../taxonomy/Rules.ts"
import { codesOf, settingOf } from "../../taxonomy/Settings.ts"
import { makeSuggestions, nearest } from "../../taxonomy/Suggestion.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { namedItems, namesItems } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { insteadOf, type Instead } from "../deprecation/DeprecatedUses.ts"
import { perProposal, type ReleaseProposal } from "../ReleaseProposal.ts"
import {
  describeCondition,
  describeSetting,
  fitsShape,
  pathToWrong,
  suggestCode,
  type WrongCondition,
  type WrongSetting
} from "./Settings.ts"

/** Every problem of the proposed taxonomy, in the order of its items. */
export const referenceProblems = perProposal((proposal): ReadonlyArray<ReferenceProblem> => {
  const { taxonomy } = proposal.command
  const names = { ...vocabularyOf(taxonomy.dimensions, []), suggest: makeSuggestions() }
  const rules = taxonomy.rules.map((rule) => ({ rule, problems: ruleProblems(names, rule) }))
  // A rule with a problem is reported once, not again for each license.
  const sound = rules.filter(({ problems, rule }) => problems.length === 0 && isBinding(rule))
  const vocabulary = { ...names, rules: sound.map(({ rule }) => rule) }
  return [
    ...dimensionProblems(taxonomy, vocabulary),
    ...[
      ...fieldProblems(taxonomy, vocabulary),
      ...licenseProblems(taxonomy, vocabulary),
      ...rules.flatMap(({ problems }) => problems)
    ].map((problem) => withRemoval(problem, proposal))
  ]
})

/** A place in the sources that names something that does not exist, or that does not fit what it names. */
export type ReferenceProblem =
  | {
      readonly _tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense"
      readonly item: ItemRef
      readonly location: Location
      /** The item that does not exist. */
      readonly missing: ItemRef
      readonly name: UnknownName
      /** The list that the name is in, as it is in the sources. */
      readonly list?: ReadonlyArray<string>
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
      readonly problem: Exclude<ConfigViolation, { readonly _tag: "UnknownDimension" | "UnknownValue" | "WrongShape" }>
    }

type Problems = ReadonlyArray<ReferenceProblem>

/** The facts of a name that leads nowhere. */
export type UnknownName = {
  readonly name: string
  /** An existing name that is similar. It is a question to the editor, never an edit. */
  readonly suggestion: string | null
  /** The dimension that lacks a value, in a config or a condition. */
  readonly dimension?: string
  /** True in a list of countries. */
  readonly is_country?: true
  /** Another dimension that has a value of this name. */
  readonly belongs_to?: string
  /** True in a field of a value, such as `broader`, which names values of its own dimension. */
  readonly is_kind?: true
  /** Every unknown code of a list, if there are several. */
  readonly entries?: ReadonlyArray<UnknownEntry>
  /** The deprecated item, if the name is that of its replacement. */
  readonly replaces?: string
  /** True if the deprecated item names it under `consider`. */
  readonly is_considered?: true
  /** The kind of an existing item with this name, if only a value can replace the deprecated one. */
  readonly exists_as?: "dimension" | "license"
  /** Set if the proposed release removes the item that a config or a condition names. */
  readonly removed?: RemovedName
}

/** An unknown code of a list. */
export type UnknownEntry = Pick<UnknownName, "name" | "suggestion" | "belongs_to" | "is_country" | "is_kind">

/** What the deprecation of a removed item named in its place, as far as the proposed release has it. */
export type RemovedName = Pick<Instead, "replaced_by" | "replacement_mode">

/** What the sources can name. */
interface Names extends Vocabulary<Dimension> {
  /** Finds what an unknown name may mean, for the first of them. */
  readonly suggest: ReturnType<typeof makeSuggestions>
}

/** The replacements of a deprecated item that do not exist. */
const replacementProblems = (
  tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense",
  item: ItemRef,
  deprecation: Deprecation | undefined,
  names: ReadonlySet<string>,
  { dimensions, suggest }: Names
): Problems => {
  if (deprecation === undefined) return []
  const replaces = formatItem(item)
  const named = [
    ...deprecation.replaced_by.map((name, index) => ({
      name,
      path: replacementPath(deprecation, index),
      facts: { replaces }
    })),
    ...(deprecation.consider ?? []).map((name, index) => ({
      name,
      path: ["deprecated", "consider", index],
      facts: { replaces, is_considered: true as const }
    }))
  ]
  return named.flatMap(({ facts, name, path }): Problems => {
    const replacement = replacementItem(item, name)
    const location = inItem(item, ...path)
    if (!name.includes("/") || replacement._tag !== "Value") {
      if (names.has(name)) return []
      const suggestion = suggest(`${tag} ${name}`, () => nearest(name, names)) ?? null
      return [{ _tag: tag, item, location, missing: replacement, name: { name, suggestion, ...facts } }]
    }
    const codes = dimensions.get(replacement.dimension)?.codes
    if (codes?.has(replacement.value) === true) return []
    if (codes === undefined) {
      const suggestion = suggest(replacement.dimension, () => nearest(replacement.dimension, dimensions.keys())) ?? null
      const missing = dimensionRef(replacement.dimension)
      const unknown = { name: replacement.dimension, suggestion, ...facts }
      return [{ _tag: "UnknownDimension", item, location, missing, name: unknown }]
    }
    const code = suggest(name, () => nearest(replacement.value, codes))
    const suggestion = code === undefined ? null : replacementName(item, valueRef(replacement.dimension, code))
    return [{ _tag: "UnknownValue", item, location, missing: replacement, name: { name, suggestion, ...facts } }]
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

/** The facts of the items that the proposed release removes. */
const removedNames = perProposal(({ base, changes, command }): ReadonlyMap<ItemId, RemovedName> => {
  if (base === undefined) return new Map()
  const deprecated = new Map(deprecatedItems(base.taxonomy).map((item) => [toItemId(item.item), item]))
  return new Map(
    changes.flatMap((change) => {
      const item = removedItem(change)
      if (item === undefined) return []
      const known = deprecated.get(toItemId(item))
      const { replaced_by, replacement_mode } = known === undefined ? nothing : insteadOf(known, deprecated)
      const isThere = replaced_by.every(
        (name) => snapshotOf(command.taxonomy).get(replacementItem(item, name)) !== undefined
      )
      const names = isThere ? { replaced_by, ...(replacement_mode === undefined ? {} : { replacement_mode }) } : nothing
      return [[toItemId(item), names] as const]
    })
  )
})

const nothing: RemovedName = { replaced_by: [] }

/** The same problem, with the replacement of the missing item if the proposed release removes it. */
const withRemoval = (problem: ReferenceProblem, proposal: ReleaseProposal): ReferenceProblem => {
  if (!("missing" in problem) || problem.name.replaces !== undefined) return problem
  const removed = removedNames(proposal).get(toItemId(problem.missing))
  // A code that is only similar is not what replaces it.
  return removed === undefined ? problem : { ...problem, name: { ...problem.name, suggestion: null, removed } }
}

const dimensionProblems = ({ dimensions, licenses }: Taxonomy, vocabulary: Names): Problems => {
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

/** The names in fields such as `broader` that lead nowhere. */
const fieldProblems = (taxonomy: Taxonomy, vocabulary: Names): Problems =>
  [...snapshotOf(taxonomy).items(namesItems)].flatMap((found) =>
    namedItems(found).flatMap(({ names, path }): Problems => {
      const { content, item } = found
      const location = inItem(item, ...path)
      if (names._tag === "Dimension") {
        const { dimension } = names
        return vocabulary.dimensions.has(dimension) ? [] : [unknownDimension(vocabulary, item, dimension, location)]
      }
      return names._tag !== "Value" || vocabulary.dimensions.get(names.dimension)?.codes.has(names.value) === true
        ? []
        : [unknownValue(vocabulary, item, names, location, listAt(content, path))]
    })
  )

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

const ruleProblems = (vocabulary: Names, rule: ConflictRule): Problems => {
  const item = conflictRuleRef(rule.id)
  return listConditions(rule).flatMap(({ condition, dimension: name, key }): Problems => {
    const location = inItem(item, key, name)
    const dimension = vocabulary.dimensions.get(name)
    if (dimension === undefined) return [unknownDimension(vocabulary, item, name, { ...location, key: true })]
    if (!fitsShape(dimension.shape, condition)) {
      return [{ _tag: "WrongCondition", item, location, facts: describeCondition(name, dimension, condition) }]
    }
    return codesOf(condition, dimension.shape)
      .filter(({ code }) => !dimension.codes.has(code))
      .map(({ code: value, path }) =>
        unknownValue(
          vocabulary,
          item,
          { dimension: name, value },
          inItem(item, key, name, ...path),
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
    ...(belongs_to === undefined ? {} : { belongs_to }),
    ...(item._tag === "Value" ? { is_kind: true as const } : {})
  }
  return { _tag: "UnknownValue", item, location: where, missing, name, ...(list === undefined ? {} : { list }) }
}

/** The list that holds the entry at a path. */
const listAt = (root: unknown, path: ReadonlyArray<string | number>): ReadonlyArray<string> | undefined => {
  if (typeof path.at(-1) !== "number") return undefined
  const found = path.slice(0, -1).reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root)
  return Array.isArray(found) ? found : undefined
}

/** The first dimension with each code, other than countries. */
const dimensionsWith = memoizeByIdentity((dimensions: Names["dimensions"]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [name, { codes, shape }] of dimensions) {
    if (shape === "territory") continue
    for (const code of codes) if (!found.has(code)) found.set(code, name)
  }
  return found
})
