import { isObject } from "../Json.ts"
import type { Vocabulary } from "../taxonomy/ConfigValidation.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"

/**
 * True only for configs that a vocabulary accepts if the later one does, since it takes all that the later one takes in
 * their dimensions. Most dimensions stay the same from release to release, so few configs need both validations.
 */
export const makeIsValidBefore = (before: Vocabulary, after: Vocabulary): ((config: unknown) => boolean) => {
  const required = new Set(after.required)
  const rules = new Map(after.rules.map((rule) => [rule.id, rule]))
  const isAsStrict =
    before.required.every((name) => required.has(name)) &&
    before.rules.every((rule) => forbidsTheSame(rule, rules.get(rule.id)))
  if (!isAsStrict) return () => false
  const unchanged = new Set(
    [...after.dimensions]
      .filter(([name, dimension]) => takesAllOf(before.dimensions.get(name), dimension))
      .map(([name]) => name)
  )
  return (config) => {
    if (!isObject(config)) return false
    for (const name in config) if (!unchanged.has(name)) return false
    return true
  }
}

type DimensionVocabulary = Vocabulary["dimensions"] extends ReadonlyMap<string, infer A> ? A : never

const takesAllOf = (before: DimensionVocabulary | undefined, after: DimensionVocabulary): boolean =>
  before?.shape === after.shape && [...after.codes].every((code) => before.codes.has(code))

const forbidsTheSame = (before: ConflictRule, after: ConflictRule | undefined): boolean =>
  after !== undefined && JSON.stringify(before.forbid) === JSON.stringify(after.forbid)
