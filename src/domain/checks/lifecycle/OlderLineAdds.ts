import type { Change } from "../../change/Change.ts"
import { addedItem } from "../../change/ChangedItems.ts"
import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import { inHeader } from "../../diagnostic/Location.ts"
import { canonicalJson } from "../../ledger/CanonicalJson.ts"
import { newestOf } from "../../release/VersionPlan.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import { findDimension, type Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { majorOf, type Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"

export const olderLineAdds: Check<
  "lifecycle/older-line-adds",
  { readonly item: string; readonly version: Version; readonly newest: Version }
> = {
  id: "lifecycle/older-line-adds",
  title: "Addition that the newest major version lacks",
  level: "error",
  stage: "release",
  waivable: false,
  explanation:
    "Upgrading to a newer major version must not lose anything that an older one offers. Additions to an older line must therefore be in the newest major version first, with an equal definition. Release them there, then here.",
  breaks: `# 2.0.0 is published, without the value podcast
# 1.4.0 adds use_type/podcast`,
  keeps: `# 2.1.0 adds use_type/podcast
# 1.4.0 adds use_type/podcast with the same definition`,
  message: ({ item, newest, version }) =>
    `${version} adds ${item}, which ${newest} does not contain with an equal definition`,
  help: ({ newest }) => `Add it to v${majorOf(newest)} first, so that upgrading does not lose it.`,
  run: ({ base, changes, history, version }) => {
    const newest = newestOf(history)
    if (base === undefined || newest === undefined || majorOf(newest.version) <= majorOf(version)) return []
    return changes.flatMap((change): ReadonlyArray<Finding> => {
      const item = addedItem(change)
      if (item === undefined || hasEqual(newest.taxonomy, change)) return []
      const facts = { item: formatItem(item), version, newest: newest.version }
      return [makeFinding(olderLineAdds, facts, { item, location: inHeader("version") })]
    })
  }
}

/** True if a snapshot has what a change adds, with the same meaning. */
const hasEqual = (taxonomy: Taxonomy, change: Change): boolean => {
  switch (change.kind) {
    case "dimension-added": {
      const { definition, required, shape, values } = change.after
      const dimension = findDimension(taxonomy, change.dimension)
      if (dimension === undefined || dimension.definition !== definition || dimension.shape !== shape) return false
      if (dimension.required !== required) return false
      const existing = new Map(dimension.values.map((value) => [value.code, value]))
      return values.every(
        (value) => existing.has(value.code) && existing.get(value.code)?.definition === value.definition
      )
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
