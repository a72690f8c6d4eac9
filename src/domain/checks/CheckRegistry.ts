import { artifactRules } from "./artifact/ArtifactRuleTexts.ts"
import type { Rule } from "./Check.ts"
import { deprecationRules } from "./deprecation/DeprecationRuleTexts.ts"
import { ledgerRules } from "./ledger/LedgerRuleTexts.ts"
import { releaseRules } from "./lifecycle/ReleaseRuleTexts.ts"
import { referenceRules } from "./reference/ReferenceRuleTexts.ts"
import { semverRules } from "./semver/SemverRuleTexts.ts"
import { sourceRules } from "./source/SourceRuleTexts.ts"

const rules = [
  ...sourceRules,
  ...referenceRules,
  ...semverRules,
  ...deprecationRules,
  ...releaseRules,
  ...ledgerRules,
  ...artifactRules
] as const

export type RuleId = (typeof rules)[number]["id"]

/** A rule of the table. */
export interface KnownRule extends Rule {
  readonly id: RuleId
}

/** Every rule there is, in the order in which they are documented. */
export const ruleTable: ReadonlyArray<KnownRule> = rules

export const ruleOf = (id: RuleId): KnownRule => {
  const rule = byId.get(id)
  if (rule === undefined) throw new Error(`${id} is a RuleId, so it is in the table`)
  return rule
}

/** The rule with a given id, where there is one. */
export const findRule = (id: string): KnownRule | undefined => byId.get(id)

/** `source` for `source/syntax`. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf("/"))

const byId: ReadonlyMap<string, KnownRule> = new Map(ruleTable.map((rule) => [rule.id, rule]))
