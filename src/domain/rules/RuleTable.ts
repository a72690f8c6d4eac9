import { artifactRules } from "./ArtifactRuleTexts.ts"
import { deprecationRules } from "./DeprecationRuleTexts.ts"
import { ledgerRules } from "./LedgerRuleTexts.ts"
import { referenceRules } from "./ReferenceRuleTexts.ts"
import { releaseRules } from "./ReleaseRuleTexts.ts"
import type { Rule } from "./Rule.ts"
import { semverRules } from "./SemverRuleTexts.ts"
import { sourceRules } from "./SourceRuleTexts.ts"

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
