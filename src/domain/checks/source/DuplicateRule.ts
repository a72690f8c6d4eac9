import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { canonicalJson } from "../../ledger/CanonicalJson.ts"
import { conflictRuleRef } from "../../taxonomy/ItemRef.ts"
import { conditionsOf } from "../../taxonomy/Rules.ts"
import type { ConflictRule } from "../../taxonomy/Taxonomy.ts"
import type { Check } from "../Check.ts"

export const duplicateRule: Check<"source/duplicate-rule", { readonly rule: string; readonly other: string }> = {
  id: "source/duplicate-rule",
  title: "Conflict rule with the conditions of another",
  level: "warning",
  stage: "release",
  explanation:
    "Two conflict rules with the same conditions forbid the same configs, and each violation is reported twice. Most often a rule was copied and its conditions were not changed. Only rules that are new or whose conditions changed are looked at.",
  breaks: `# rules/no-global-education.yaml, and the same in rules/education-not-global.yaml
forbid:
  use_type: { contains: educational }
  territory: { global: true }`,
  keeps: `# rules/no-global-education.yaml
forbid:
  use_type: { contains: educational }
  territory: { global: true }`,
  message: ({ other, rule }) => `The conflict rule ${rule} has the same conditions as ${other}`,
  help: ({ other, rule }) => `Change the conditions of ${rule}, or remove it: ${other} forbids the same.`,
  run: ({ changes, command: { taxonomy } }) => {
    const changed = new Set(
      changes.flatMap((change) =>
        change.kind === "rule-added" || change.kind === "rule-condition-changed" ? [change.rule] : []
      )
    )
    if (changed.size === 0) return []
    const first = new Map<string, string>()
    // Rules that were there are the originals, whatever their ids.
    const rules = [
      ...taxonomy.rules.filter(({ id }) => !changed.has(id)),
      ...taxonomy.rules.filter(({ id }) => changed.has(id))
    ]
    return rules.flatMap((rule): ReadonlyArray<Finding> => {
      const { id } = rule
      const conditions = canonicalConditions(rule)
      const other = first.get(conditions)
      if (other === undefined) first.set(conditions, id)
      if (other === undefined || !changed.has(id)) return []
      const item = conflictRuleRef(id)
      return [
        makeFinding(
          duplicateRule,
          { rule: id, other },
          { item, location: inItem(item, rule.forbid === undefined ? "when" : "forbid") }
        )
      ]
    })
  }
}

/** The conditions as a text that does not depend on the order of keys and codes. */
const canonicalConditions = (rule: ConflictRule): string => canonicalJson(sortLists(conditionsOf(rule)))

const sortLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(String).sort()
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sortLists(member)]))
}
