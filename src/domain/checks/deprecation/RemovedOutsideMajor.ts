import { makeFinding } from "../../diagnostic/Finding.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import { majorOf, type Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"
import { formatEarliest, removals, type EarliestRemoval } from "./Removals.ts"

export const removedOutsideMajor: Check<
  "deprecation/removed-outside-major",
  { readonly item: string; readonly version: Version; readonly earliest: EarliestRemoval }
> = {
  id: "deprecation/removed-outside-major",
  title: "Removal in a minor or patch release",
  level: "error",
  stage: "release",
  waivable: true,
  isRemoval: true,
  explanation:
    "Whatever is valid in a major version stays valid in it, so that clients can follow v1 without a review. A removal can invalidate a license, so it requires a major version later than the release that deprecated the item. Declare that version, or restore the item.",
  breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.4.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 2.0.0 does not have it`,
  message: ({ item, version }) => `${item} is removed in ${version}, which is not a major release`,
  help: ({ earliest }) => `Restore it. ${formatEarliest(earliest)}`,
  run: (proposal) =>
    removals(proposal)
      .filter(({ base }) => majorOf(proposal.version) <= majorOf(base.version))
      .map(({ earliest, item, location }) => {
        const facts = { item: formatItem(item), version: proposal.version, earliest }
        return makeFinding(removedOutsideMajor, facts, { item, location })
      })
}
