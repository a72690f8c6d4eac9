import { isObject } from "../Json.ts"
import type { Config, Condition, Setting, Territory } from "./Config.ts"
import { type Vocabulary, indexRules, listCodes } from "./ConfigValidation.ts"
import type { Shape } from "./Scalars.ts"
import {
  settingOf,
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition,
  meetsFlags,
  meetsMultiple,
  meetsSingle,
  meetsTerritory
} from "./Settings.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/**
 * Makes a function that is true only for configs without problems, and for all of them if the codes of the vocabulary are
 * codes. It lists nothing, so that it takes a fraction of the time: of many configs, most are valid.
 */
export const makeIsValidConfig = (vocabulary: Vocabulary): ((config: unknown) => boolean) => {
  const settings = new Map([...vocabulary.dimensions].map(([name, terms]) => [name, makeIsValidSetting(terms)]))
  const breaksRule = makeBreaksRule(vocabulary)
  return (config) => {
    if (!isObject(config)) return false
    // Lists no names, and an inherited one is a setting too many at worst.
    for (const name in config) {
      const isValidSetting = settings.get(name)
      if (isValidSetting === undefined || !isValidSetting(config[name])) return false
    }
    for (const name of vocabulary.required) if (!Object.hasOwn(config, name)) return false
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Known dimensions set to known codes are a config
    return !breaksRule(config as Config)
  }
}

type DimensionVocabulary = Vocabulary["dimensions"] extends ReadonlyMap<string, infer A> ? A : never

const makeIsValidSetting = ({ codes, shape }: DimensionVocabulary): ((setting: unknown) => boolean) => {
  switch (shape) {
    case "single":
      return (setting) => typeof setting === "string" && codes.has(setting)
    case "multiple":
      return (setting) => Array.isArray(setting) && areKnownOnce(setting, codes)
    case "territory":
      return (setting) =>
        isObject(setting) &&
        typeof setting["global"] === "boolean" &&
        Array.isArray(setting["countries"]) &&
        Object.keys(setting).length === 2 &&
        areKnownOnce(setting["countries"], codes)
    case "flags":
      return (setting) => isObject(setting) && areKnownFlags(setting, codes)
  }
}

const areKnownOnce = (members: ReadonlyArray<unknown>, codes: ReadonlySet<string>): boolean => {
  // A loop sees the holes of an array, and comparing a few codes takes less time than a set.
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index]
    if (typeof member !== "string" || !codes.has(member)) return false
    if (members.length <= maxCompared && members.indexOf(member) !== index) return false
  }
  return members.length <= maxCompared || new Set(members).size === members.length
}

const maxCompared = 16

const areKnownFlags = (flags: Readonly<Record<string, unknown>>, codes: ReadonlySet<string>): boolean => {
  for (const member in flags) {
    if (typeof flags[member] !== "boolean" || !codes.has(member)) return false
  }
  return true
}

const makeBreaksRule = ({ dimensions, rules }: Vocabulary): ((config: Config) => boolean) => {
  const compiled = rules.map((rule) => compileRule(rule, dimensions))
  const compiledAt = (positions: Iterable<number>) => [...positions].flatMap((position) => compiled[position] ?? [])
  const index = [...indexRules(rules)].map(([dimension, { always, byCode }]) => {
    // To evaluate a few rules takes less time than to look each code up.
    const isSmall = byCode.size <= maxCompared
    return {
      dimension,
      always: compiledAt(isSmall ? new Set([...always, ...[...byCode.values()].flat()]) : always),
      byCode: new Map(isSmall ? [] : [...byCode].map(([code, positions]) => [code, compiledAt(positions)]))
    }
  })
  return (config) => {
    for (const { always, byCode, dimension } of index) {
      const setting = settingOf(config, dimension)
      if (setting === undefined) continue
      for (const breaks of always) if (breaks(config)) return true
      if (byCode.size === 0) continue
      for (const code of listCodes(setting)) {
        if (byCode.get(code)?.some((breaks) => breaks(config)) === true) return true
      }
    }
    return false
  }
}

/**
 * Makes a function that is true for configs that break the rule. It holds only for configs whose settings are valid: which
 * condition fits which shape is found out once, and nothing is validated again.
 */
const compileRule = ({ forbid }: ConflictRule, dimensions: Vocabulary["dimensions"]): ((config: Config) => boolean) => {
  const conditions = Object.entries(forbid).map(
    ([dimension, condition]) => [dimension, compileCondition(condition, dimensions.get(dimension)?.shape)] as const
  )
  return (config) => {
    for (const [dimension, isMet] of conditions) {
      const setting = settingOf(config, dimension)
      if (setting === undefined || !isMet(setting)) return false
    }
    return true
  }
}

const compileCondition = (condition: Condition, shape: Shape | undefined): ((setting: Setting) => boolean) => {
  if (shape === "single" && isSingleCondition(condition)) {
    return (setting) => typeof setting === "string" && meetsSingle(condition, setting)
  }
  if (shape === "multiple" && isMultipleCondition(condition)) {
    return (setting) => isList(setting) && meetsMultiple(condition, setting)
  }
  if (shape === "territory" && isTerritoryCondition(condition)) {
    return (setting) => hasCountries(setting) && meetsTerritory(condition, setting)
  }
  if (shape === "flags" && isFlagsCondition(condition)) {
    return (setting) => isObject(setting) && meetsFlags(condition, setting)
  }
  return () => false
}

const isList = (setting: Setting): setting is ReadonlyArray<string> => Array.isArray(setting)

const hasCountries = (setting: Setting): setting is Territory =>
  isObject(setting) && Array.isArray(setting["countries"])
