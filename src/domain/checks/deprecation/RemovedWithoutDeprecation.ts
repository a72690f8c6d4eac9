import { makeFinding } from "../../diagnostic/Finding.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"
import { formatEarliest, removals, type EarliestRemoval } from "./Removals.ts"

export const removedWithoutDeprecation: Check<
  "deprecation/removed-without-deprecation",
  {
    readonly item: string
    readonly base: Version
    readonly renamed_to: string | null
    readonly earliest: EarliestRemoval
  }
> = {
  id: "deprecation/removed-without-deprecation",
  title: "Removal without deprecation",
  level: "error",
  stage: "release",
  waivable: true,
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "Contracts name the codes of this vocabulary, and a deprecation tells their parties that a code will be removed. Restore the item, deprecate it with a replacement or a reason, release that, and remove it after the grace period. A rename is a removal and an addition, so the same rules apply.",
  breaks: `# 1.3.0 has QSR_FAST_FOOD, not deprecated
# 2.0.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 2.0.0 does not have it`,
  message: ({ base, item }) => `${item} is removed, but was not deprecated in ${base}`,
  help: ({ earliest, renamed_to }) =>
    `${renamed_to === null ? "Restore it and deprecate it first." : `If you renamed it to ${renamed_to}, keep the code and change the label, or add the new code and deprecate the old one.`} ${formatEarliest(earliest)}`,
  run: (proposal) =>
    removals(proposal)
      .filter(({ deprecated }) => deprecated === undefined)
      .map(({ base, earliest, item, location, renamedTo }) => {
        const facts = { item: formatItem(item), base: base.version, renamed_to: renamedTo ?? null, earliest }
        return makeFinding(removedWithoutDeprecation, facts, { item, location })
      })
}
