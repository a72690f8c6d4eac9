import { isEqual } from "../../domain/change/Diff.ts"
import { isBinding, conditionsOf, type RuleConditions } from "../../domain/taxonomy/Rules.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { itemBody } from "../bodies/ItemFields.ts"
import type { SchemaBody } from "../bodies/SchemaBody.ts"
import { forbiddenBy } from "./FirstConditions.ts"

type ValidationRules = (typeof SchemaBody.Encoded)["validation_rules"]
type Conflict = ValidationRules["conflicts"][string]
type Advice = NonNullable<ValidationRules["advice"]>[string]

/** What the conditions of rules are made from. */
interface RuleContext {
  readonly dimensions: ReadonlyArray<
    Pick<Dimension, "name" | "shape"> & { readonly values: ReadonlyArray<{ readonly code: string }> }
  >
}

/** The binding rules by id, each in conditions that programs for the first release know, and the others as advice. */
export const rulesBody = (
  taxonomy: RuleContext & Pick<Taxonomy, "rules">
): Pick<ValidationRules, "conflicts" | "advice"> => {
  const advice = taxonomy.rules.filter((rule) => !isBinding(rule))
  return {
    conflicts: Object.fromEntries(taxonomy.rules.filter(isBinding).flatMap((rule) => conflictBodies(taxonomy, rule))),
    ...(advice.length === 0
      ? {}
      : {
          advice: Object.fromEntries(
            advice.map((rule) => [rule.id, itemBody<Advice>(vocabulary.rule, rule, ["id", "advice"])])
          )
        })
  }
}

const conflictBodies = (
  taxonomy: RuleContext,
  rule: ConflictRule
): ReadonlyArray<readonly [id: string, body: Conflict]> => {
  const texts = itemBody<Pick<Conflict, "description">>(vocabulary.rule, rule, [
    "id",
    "advice",
    ...Object.keys(conditionsOf(rule))
  ])
  const [forbid, ...others] = forbiddenIn(taxonomy, rule)
  return [
    [rule.id, { ...texts, forbid, ...sourceOf(rule, forbid) }],
    // No id of a rule contains a full stop.
    ...others.map((part, index) => [`${rule.id}.${index + 2}`, { ...texts, forbid: part, part_of: rule.id }] as const)
  ]
}

/** What a rule forbids, and how the editors wrote it if that is something else. */
export const forbiddenBody = (taxonomy: RuleContext, rule: RuleConditions): Pick<Conflict, "forbid" | "source"> => {
  const [forbid] = forbiddenIn(taxonomy, rule)
  return { forbid, ...sourceOf(rule, forbid) }
}

const forbiddenIn = (taxonomy: RuleContext, rule: RuleConditions) =>
  forbiddenBy(rule, (name) => {
    const dimension = taxonomy.dimensions.find((each) => each.name === name)
    return dimension && { shape: dimension.shape, codes: dimension.values.map(({ code }) => code) }
  })

const sourceOf = (rule: RuleConditions, forbid: RuleConditions["forbid"]): Pick<Conflict, "source"> =>
  isEqual(rule.forbid, forbid) ? {} : { source: conditionsOf(rule) }
