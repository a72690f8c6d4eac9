import type { Change } from "../../change/Change.ts"
import { addedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import { canonicalJson } from "../../ledger/CanonicalJson.ts"
import { newestOf } from "../../release/ReleaseHistory.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import { findDimension, type Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { majorOf } from "../../taxonomy/Version.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** Releases on an older major: none once it has ended, and nothing that whoever upgrades would lose. */
export const lifecycleFindings: RuleCheck = ({ base, changes, command, history, version }) => {
  const { published_at } = command
  const major = majorOf(version)
  const ended = history.endedMajors.get(major)
  const newest = newestOf(history)
  const findings: Array<Finding> = []
  if (ended !== undefined && ended.date <= published_at) {
    findings.push({
      rule: "lifecycle/end-of-life",
      level: "error",
      message: `v${major} has ended on ${ended.date.slice(0, 10)}: ${ended.reason}`,
      help: `Release on a later major, such as v${majorOf(newest?.version ?? version)}.`,
      at: pointTo.taxonomy("version")
    })
  }
  if (base === undefined || newest === undefined || majorOf(newest.version) <= major) return findings
  return [
    ...findings,
    ...changes.flatMap((change): ReadonlyArray<Finding> => {
      const item = addedItem(change)
      if (item === undefined || holds(newest.taxonomy, change)) return []
      return [
        {
          rule: "lifecycle/older-line-adds",
          level: "error",
          subject: formatItem(item),
          message: `${version} adds ${formatItem(item)}, which ${newest.version} does not hold with an equal definition`,
          help: `Add it to v${majorOf(newest.version)} first: whoever upgrades must not lose it.`,
          at: pointTo.taxonomy("version")
        }
      ]
    })
  ]
}

/** Whether a snapshot has what a change adds, with the same meaning. */
const holds = (taxonomy: Taxonomy, change: Change): boolean => {
  switch (change.kind) {
    case "dimension-added": {
      const { definition, required, shape, values } = change.after
      const dimension = findDimension(taxonomy, change.dimension)
      if (dimension === undefined || dimension.definition !== definition || dimension.shape !== shape) return false
      if (dimension.required !== required) return false
      const held = new Map(dimension.values.map((value) => [value.code, value]))
      return values.every((value) => held.has(value.code) && held.get(value.code)?.definition === value.definition)
    }
    case "value-added": {
      const dimension = findDimension(taxonomy, change.dimension)
      const value = dimension?.values.find(({ code }) => code === change.value)
      return value !== undefined && value.definition === change.after.definition
    }
    case "license-added":
      return taxonomy.licenses.some(
        ({ code, config }) => code === change.license && canonicalJson(config) === canonicalJson(change.after.config)
      )
    default:
      return true
  }
}
