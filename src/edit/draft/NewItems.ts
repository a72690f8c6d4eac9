import * as Result from "effect/Result"
import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import { dimensionRef, valueRef, licenseRef, conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import type { conditionKeys } from "../../domain/taxonomy/Rules.ts"
import type { ConflictRule, Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { insertAt, type ContentMap } from "../Edit.ts"
import { createFile, itemContent, valueContent, type Draft, type DraftChange, editFile } from "./Draft.ts"
import { requireFree, getDimension, refuse, codeNamed, codesOf, getLicense, type DraftRefused } from "./DraftItems.ts"

/** Fields of an item, of which a command gives some. */
type Partly<Item> = { readonly [Name in keyof Item]?: Item[Name] | undefined }

/** The fields of a dimension that name one other. */
const references = ["reserves", "values_of", "refines"] as const

export interface NewDimension
  extends
    Pick<Dimension, "name" | "label" | "description" | "shape" | "required" | "values">,
    Pick<Partly<Dimension>, "definition" | "role" | "unset" | (typeof references)[number] | "within"> {
  /** The list whose entries are values too. */
  readonly valuesFrom?: string | undefined
}

/** Adds a dimension as a file of its own. */
export const addDimension = (
  draft: Draft,
  { values, valuesFrom, ...dimension }: NewDimension
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const item = yield* requireFree(draft, dimensionRef(dimension.name))
    const named = [...references.map((key) => dimension[key]), ...(dimension.within ?? [])]
    for (const name of named) if (name !== undefined) yield* getDimension(draft, name)
    const hasOthers = valuesFrom !== undefined || dimension.values_of !== undefined
    const content = itemContent("dimension", {
      ...dimension,
      values_from: valuesFrom,
      values: hasOthers && values.length === 0 ? undefined : values.map(valueContent)
    })
    return [createFile(item, content)]
  })

/** A new value, and the value after which an unsorted list shows it. */
interface NewValue {
  readonly dimension: string
  /** Codes or labels name its kinds. */
  readonly value: Pick<Value, "code" | "label" | "description"> & Omit<Partly<Value>, "deprecated">
  readonly after?: string | undefined
}

/** Adds a value to a dimension, where the order of its list wants it. */
export const addValue = (
  draft: Draft,
  { after, dimension, value: { broader, ...value } }: NewValue
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const codes = draft.ownCodes.get(dimension) ?? []
    if (after !== undefined && !codes.includes(after)) return yield* refuse("unknown-neighbor", after, dimension)
    const known = yield* getDimension(draft, dimension)
    const { values_of: owner } = known
    if (owner !== undefined)
      return yield* refuse("values-of-other", `${dimension}/${value.code}`, `${owner}/${value.code}`)
    yield* requireFree(draft, valueRef(dimension, value.code))
    const content = valueContent({ ...value, broader: broader && (yield* codesOf(known, broader)) })
    return [editFile(dimensionRef(dimension), insertAt(["values"], content, after))]
  })

interface NewLicense {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly config: ReadonlyArray<Assignment>
  /** The license whose config the new one starts from. */
  readonly like?: string | undefined
}

/** Adds a base license as a file of its own. */
export const addLicense = (
  draft: Draft,
  { code, config, description, like, name }: NewLicense
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const item = yield* requireFree(draft, licenseRef(code))
    const settings = new Map<string, Setting>(Object.entries(yield* configLike(draft, like)))
    const assigned = new Set<string>()
    for (const assignment of config) {
      if (assigned.has(assignment.dimension)) return yield* refuse("config-twice", assignment.dimension)
      assigned.add(assignment.dimension)
      const dimension = yield* getDimension(draft, assignment.dimension)
      // Only a copied setting can be left out.
      if (assignment.codes.length === 0 && settings.delete(dimension.name)) continue
      settings.set(dimension.name, yield* toSetting(dimension, assignment.codes))
    }
    return [createFile(item, { code, name, description, config: Object.fromEntries(settings) })]
  })

interface NewRule extends Pick<ConflictRule, "id" | "description">, Pick<Partly<ConflictRule>, "label" | "advice"> {
  readonly conditions: ReadonlyMap<(typeof conditionKeys)[number], ReadonlyArray<Assignment>>
}

/**
 * Adds a conflict rule as a file of its own. The codes of one assignment are alternatives, those of several assignments
 * of a dimension apply together, `not:` excludes codes, `*` means any code, and none at all means an empty list.
 */
export const addRule = (
  draft: Draft,
  { conditions, ...rule }: NewRule
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const item = yield* requireFree(draft, conflictRuleRef(rule.id))
    const written: Array<readonly [string, ContentMap]> = []
    for (const [key, assignments] of conditions) written.push([key, yield* toConditions(draft, assignments)])
    return [createFile(item, itemContent("rule", { ...rule, ...Object.fromEntries(written) }))]
  })

const toConditions = (draft: Draft, all: ReadonlyArray<Assignment>): Result.Result<ContentMap, DraftRefused> =>
  Result.gen(function* () {
    const conditions: Array<readonly [string, ContentMap]> = []
    for (const [name, assignments] of Map.groupBy(all, ({ dimension }) => dimension)) {
      const dimension = yield* getDimension(draft, name)
      const codes = assignments.map((assignment) => assignment.codes)
      conditions.push([name, yield* toCondition(dimension, codes)])
    }
    return Object.fromEntries(conditions)
  })

/** One `dimension=codes` of a command line. */
interface Assignment {
  readonly dimension: string
  readonly codes: ReadonlyArray<string>
}

/** Parses `use_type=editorial,research`; `undefined` for a text without an equals sign. */
export const parseAssignment = (text: string): Assignment | undefined => {
  const [, dimension = "", codes = ""] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(text) ?? []
  return dimension === ""
    ? undefined
    : {
        dimension,
        codes: codes
          .split(",")
          .map((code) => code.trim())
          .filter((code) => code !== "")
      }
}

/** A flag and its setting: `FLAG` and `FLAG:true` set it, `FLAG:false` clears it; `undefined` for anything else. */
const parseFlag = (text: string): readonly [flag: string, setting: boolean] | undefined => {
  const [, flag, setting = "true"] = /^([^:]+)(?::(true|false))?$/.exec(text) ?? []
  return flag === undefined ? undefined : [flag, setting === "true"]
}

/** The flags that texts set or clear, each a value of the dimension. */
const toFlags = (
  dimension: Dimension,
  texts: ReadonlyArray<string>
): Result.Result<Readonly<Record<string, boolean>>, DraftRefused> =>
  Result.gen(function* () {
    const flags: Array<readonly [string, boolean]> = []
    for (const text of texts) {
      const flag = parseFlag(text)
      if (flag === undefined) return yield* refuse("flag-setting", text)
      flags.push([yield* codeNamed(dimension, flag[0]), flag[1]])
    }
    return Object.fromEntries(flags)
  })

/** The config of a license, with its settings in the order of its file. */
const configLike = (draft: Draft, like: string | undefined): Result.Result<Config, DraftRefused> =>
  like === undefined
    ? Result.succeed({})
    : Result.map(getLicense(draft, like), ({ code, config }) => draft.configs.get(code) ?? config)

/** The setting that codes mean, by the shape of the dimension. */
const toSetting = (dimension: Dimension, codes: ReadonlyArray<string>): Result.Result<Setting, DraftRefused> =>
  Result.gen(function* () {
    const { name, shape } = dimension
    switch (shape) {
      case "single": {
        const [code, ...others] = codes
        if (code === undefined || others.length > 0) return yield* refuse("one-code", name)
        return yield* codeNamed(dimension, code)
      }
      case "multiple":
        return yield* codesOf(dimension, codes)
      case "territory":
        if (codes.includes("global") && codes.length > 1) return yield* refuse("territory-setting", name)
        if (codes[0] === "global") return { global: true, countries: [] }
        return { global: false, countries: yield* codesOf(dimension, codes) }
      case "flags":
        return yield* toFlags(dimension, codes)
    }
  })

type Alternatives = ReadonlyArray<ReadonlyArray<string>>

/** The condition that alternatives mean, by the shape of the dimension. */
const toCondition = (dimension: Dimension, written: Alternatives): Result.Result<ContentMap, DraftRefused> =>
  Result.gen(function* () {
    const { name, shape } = dimension
    const isGlobal = shape === "territory" ? globalOf(written) : undefined
    const listed =
      isGlobal === undefined
        ? written
        : written.filter(([code]) => code !== "global" && code !== "global:false" && code !== "global:true")
    if (shape === "flags") return yield* toFlags(dimension, written.flat())
    const groups: Array<ReadonlyArray<string>> = []
    const excluded: Array<string> = []
    for (const [first = "", ...more] of listed) {
      const isExcluded = first.startsWith(negation)
      const names = isExcluded ? [first.slice(negation.length), ...more] : first === "" ? [] : [first, ...more]
      const codes = yield* codesOf(dimension, names)
      if (isExcluded) excluded.push(...codes)
      else groups.push(codes)
    }
    if (shape === "single") {
      const [codes = [], ...others] = groups
      if (groups.length === 0 && excluded.length > 0) return { none_of: excluded }
      if (others.length > 0 || codes.length === 0 || codes.includes("*") || excluded.length > 0) {
        return yield* refuse("one-condition", name)
      }
      return codes.length === 1 ? { equals: codes[0] ?? "" } : { any_of: codes }
    }
    if (shape === "multiple") return listCondition(groups, excluded)
    return {
      ...(isGlobal === undefined ? {} : { global: isGlobal }),
      ...(listed.length === 0 ? {} : { countries: listCondition(groups, excluded) })
    }
  })

/** Stands before codes that a setting must lack. */
const negation = "not:"

/** A condition of a list: one code, any, all or none of several, or whether it is empty. */
const listCondition = (groups: Alternatives, excluded: ReadonlyArray<string>): ContentMap => {
  const single = groups
    .filter(({ length }) => length === 1)
    .flat()
    .filter((code) => code !== "*")
  const several = groups.find(({ length }) => length > 1)
  return {
    ...(single.length === 1 ? { contains: single[0] ?? "" } : {}),
    ...(several === undefined ? {} : { contains_any: several }),
    ...(single.length > 1 ? { contains_all: single } : {}),
    ...(excluded.length > 0 ? { contains_none: excluded } : {}),
    ...(groups.some(([code]) => code === "*")
      ? { empty: false }
      : groups.some(({ length }) => length === 0)
        ? { empty: true }
        : {})
  }
}

const globalOf = (groups: Alternatives): boolean | undefined => {
  const [flag] = groups.flat().flatMap((code) => (/^global(?::|$)/.test(code) ? [parseFlag(code)] : []))
  return flag?.[1]
}
