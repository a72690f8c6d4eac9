import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Condition } from "./Condition.ts"
import type { Config, Setting } from "./Config.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/**
 * The rules that a config can violate, in their order: those with a dimension, and with a code if they name one, that the
 * config sets. A vocabulary may have as many rules as licenses, and most rules concern few of them.
 *
 * Holds only for conditions and settings that fit the shapes of their dimensions: the other ones are reported before, and
 * their rules and configs left out.
 */
export const relevantRules = (rules: ReadonlyArray<ConflictRule>, config: Config): ReadonlyArray<ConflictRule> => {
  const index = indexRules(rules)
  const positions = Object.entries(config).flatMap(([dimension, setting]) => {
    const known = index.get(dimension)
    return known === undefined
      ? []
      : [...known.always, ...listCodes(setting).flatMap((code) => known.byCode.get(code) ?? [])]
  })
  return [...new Set(positions)].sort((left, right) => left - right).flatMap((position) => rules[position] ?? [])
}

/** The positions of the rules that a dimension can violate: with whatever it is set to, or with a code of its setting. */
export interface DimensionRules {
  readonly always: ReadonlyArray<number>
  readonly byCode: ReadonlyMap<string, ReadonlyArray<number>>
}

/** The positions of the rules by what a config must set to violate them. */
export const indexRules = /* @__PURE__ */ memoizeByIdentity(
  (rules: ReadonlyArray<ConflictRule>): ReadonlyMap<string, DimensionRules> => {
    const index = new Map<string, { always: Array<number>; byCode: Map<string, Array<number>> }>()
    for (const [position, { forbid }] of rules.entries()) {
      const { codes, dimension } = needOf(forbid)
      const known = index.get(dimension) ?? { always: [], byCode: new Map<string, Array<number>>() }
      index.set(dimension, known)
      if (codes.length === 0) known.always.push(position)
      for (const code of codes) {
        const positions = known.byCode.get(code) ?? []
        positions.push(position)
        known.byCode.set(code, positions)
      }
    }
    return index
  }
)

interface Need {
  readonly dimension: string
  /** Empty if any setting will do. */
  readonly codes: ReadonlyArray<string>
}

/** What a config that violates the rule sets. Codes tell more than a dimension that all set. */
const needOf = (forbid: ConflictRule["forbid"]): Need => {
  const needs = Object.entries(forbid).map(([dimension, condition]) => ({ dimension, codes: codesNeeded(condition) }))
  return needs.find(({ codes }) => codes.length > 0) ?? needs[0] ?? { dimension: "", codes: [] }
}

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

/** The codes that a setting names. */
export const listCodes = (setting: Setting): ReadonlyArray<string> => {
  if (typeof setting === "string") return [setting]
  if (isList(setting)) return setting
  return "countries" in setting && isList(setting.countries) ? setting.countries : Object.keys(setting)
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)
