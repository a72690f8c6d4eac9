import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Condition, Conditions, Config } from "./Config.ts"
import { meetsCondition, settingOf } from "./Settings.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/** What a rule says of configs, whatever it is called: `forbid`, or `when` and `require`, each by dimension. */
export type RuleConditions = Pick<ConflictRule, "forbid" | "when" | "require">

type ConditionKey = keyof RuleConditions

/** A condition of a rule, and the key that it is under. */
export interface RuleCondition {
  readonly key: ConditionKey
  readonly dimension: string
  readonly condition: Condition
}

/** The keys of a rule under which its conditions are, each by dimension. */
export const conditionKeys = ["forbid", "when", "require"] as const

/** The conditions of a rule as its sources write them, by their keys. */
export const conditionsOf = (rule: RuleConditions): RuleConditions =>
  Object.fromEntries(conditionKeys.flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]]])))

/** Every condition of a rule. */
export const listConditions = (rule: RuleConditions): ReadonlyArray<RuleCondition> =>
  conditionKeys.flatMap((key) =>
    Object.entries(rule[key] ?? {}).map(([dimension, condition]) => ({ key, dimension, condition }))
  )

/** The dimensions of a rule: first one that each config sets which breaks the rule. */
export const dimensionsIn = /* @__PURE__ */ memoizeByIdentity((rule: RuleConditions): ReadonlyArray<string> => [
  ...new Set(listConditions(rule).map(({ dimension }) => dimension))
])

/** True for a rule that makes configs invalid. An advice only reports them. */
export const isBinding = ({ advice }: Pick<ConflictRule, "advice">): boolean => advice !== true

/** Whether a config breaks a rule. Settings are read by their own form, which the shape of a valid config fixes. */
export const conflicts = ({ forbid, require: required, when }: RuleConditions, config: Config): boolean =>
  forbid === undefined
    ? when !== undefined && meetsAll(when, config) && !meetsAll(required ?? {}, config)
    : meetsAll(forbid, config)

/** A dimension that a config leaves unset meets no condition. */
const meetsAll = (conditions: Conditions, config: Config): boolean =>
  entriesOf(conditions).every(([dimension, condition]) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && meetsCondition(condition, setting)
  })

// Few rules are evaluated for many configs.
const entriesOf = /* @__PURE__ */ memoizeByIdentity((conditions: Conditions) => Object.entries(conditions))

/** What a rule does to a config that breaks it, after its name in a sentence. */
export const verdictOf = ({ forbid }: RuleConditions): string =>
  forbid === undefined ? "is not met" : "forbids this combination"
