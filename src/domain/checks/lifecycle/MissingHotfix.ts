import { makeFinding, inHeader } from "../../Finding.ts"
import { findMissingHotfixes } from "../../release/MissingHotfixes.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import { listSome } from "../../Sentence.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { compare, majorOf } from "../../taxonomy/VersionArithmetic.ts"
import type { Check } from "../Check.ts"

export const missingHotfix: Check<
  "lifecycle/missing-hotfix",
  {
    /** The release of the older line. */
    readonly hotfix: Version
    readonly version: Version
    /** Fields of items, such as `label of use_type/editorial`. */
    readonly missing: ReadonlyArray<string>
  }
> = {
  id: "lifecycle/missing-hotfix",
  title: "Change of an older line that the newest line lacks",
  level: "warning",
  stage: "release",
  explanation:
    "A release on an older line changed something after the newest line had branched off, and the newest line still has it as it was before. Clients would lose the change with an upgrade. Make the same change here, or write another text that suits both.",
  breaks: `# 1.5.1, after 2.0.0
- code: GARDENING
  label: Garden tools
# 2.0.1
- code: GARDENING
  label: Gardening`,
  keeps: `# 2.0.1
- code: GARDENING
  label: Garden tools`,
  message: ({ hotfix, missing }) =>
    `The newest line lacks ${missing.length === 1 ? "a change" : `${missing.length} changes`} of ${hotfix}: ${listSome(missing, maxShown)}`,
  help: ({ hotfix, missing }) =>
    `Make the same ${missing.length === 1 ? "change" : "changes"} here. "taxonomy diff . ${hotfix}" shows the differences.`,
  run: ({ base, command, standing, version }) => {
    const newest = newestOf(standing)
    if (base === undefined || newest === undefined || majorOf(version) < majorOf(newest.version)) return []
    const missing = findMissingHotfixes(standing, base, version, command.taxonomy)
    const byRelease = Map.groupBy(missing, ({ release }) => release)
    return [...byRelease]
      .toSorted(([left], [right]) => compare(left, right))
      .map(([hotfix, fields]) => {
        const names = fields.map(
          ({ field, item }) => `${wordFor(field)} of ${item === undefined ? "the taxonomy" : formatItem(item)}`
        )
        return makeFinding(missingHotfix, { hotfix, version, missing: names }, { location: inHeader("version") })
      })
  }
}

const maxShown = 5

const wordFor = (field: string): string =>
  field === "deprecated" ? "deprecation" : field === "forbid" ? "conditions" : field
