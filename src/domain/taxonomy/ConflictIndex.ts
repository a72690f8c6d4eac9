import type { Config, Setting } from "./Config.ts"
import type { Condition, ConflictRule } from "./ConflictRule.ts"

/**
 * The rules that a config can violate, in their order: those with a dimension, and with a code if they name one, that the
 * config sets. A vocabulary may have as many rules as licenses, and most rules concern few of them.
 *
 * Holds only for conditions and settings that fit the shapes of their dimensions: the other ones are reported before, and
 * their rules and configs left out.
 */
export const relevantRules = (rules: ReadonlyArray<ConflictRule>, config: Config): ReadonlyArray<ConflictRule> => {
  const known = indexes.get(rules) ?? indexRules(rules)
  indexes.set(rules, known)
  const positions = Object.entries(config).flatMap(([dimension, setting]) =>
    [dimension, ...codesIn(setting).map((code) => keyOf(dimension, code))].flatMap((key) => known.get(key) ?? [])
  )
  return [...new Set(positions)].sort((left, right) => left - right).flatMap((position) => rules[position] ?? [])
}

/** The positions of the rules by what a config must set to violate them: a dimension, or a code of a dimension. */
type RuleIndex = ReadonlyMap<string, ReadonlyArray<number>>

const indexes = new WeakMap<ReadonlyArray<ConflictRule>, RuleIndex>()

const indexRules = (rules: ReadonlyArray<ConflictRule>): RuleIndex => {
  const index = new Map<string, Array<number>>()
  for (const [position, { forbid }] of rules.entries()) {
    for (const key of keysOf(forbid)) {
      const positions = index.get(key) ?? []
      positions.push(position)
      index.set(key, positions)
    }
  }
  return index
}

/** A config that violates the rule has at least one of these keys. Codes tell more than a dimension that all set. */
const keysOf = (forbid: ConflictRule["forbid"]): ReadonlyArray<string> => {
  const conditions = Object.entries(forbid)
  const withCodes = conditions
    .map(([dimension, condition]) => codesNeeded(condition).map((code) => keyOf(dimension, code)))
    .find((keys) => keys.length > 0)
  return withCodes ?? conditions.slice(0, 1).map(([dimension]) => dimension)
}

const keyOf = (dimension: string, code: string): string => `${dimension}/${code}`

/** Codes of which a setting contains at least one if it meets the condition; empty if the condition needs no code. */
const codesNeeded = (condition: Condition): ReadonlyArray<string> => {
  for (const [operator, operand] of Object.entries(condition)) {
    if (typeof operand === "string") return [operand]
    if (Array.isArray(operand)) return operator === "contains_all" ? operand.slice(0, 1) : operand
    if (typeof operand === "object") return codesNeeded(operand)
    // What is not an operator is a member of a flags dimension.
    if (operator !== "empty" && operator !== "global") return [operator]
  }
  return []
}

const codesIn = (setting: Setting): ReadonlyArray<string> => {
  if (typeof setting === "string") return [setting]
  if (isList(setting)) return setting
  return "countries" in setting && isList(setting.countries) ? setting.countries : Object.keys(setting)
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)
