import { makeFinding } from "../../diagnostic/Finding.ts"
import { replaceNode } from "../../diagnostic/Fix.ts"
import { formatForecast, type RemovalForecast } from "../../release/removal/RemovalForecast.ts"
import { codeOf, formatItem, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { caseless } from "../../taxonomy/NameComparison.ts"
import type { Version } from "../../taxonomy/Version.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { writeCode } from "../reference/meaning/WrittenCode.ts"
import { removals } from "./facts/Removals.ts"

export const removedWithoutDeprecation: Check<
  "deprecation/removed-without-deprecation",
  {
    readonly item: string
    readonly base: Version
    readonly kind: ItemRef["_tag"]
    /** Its code in its list, and that which it looks renamed to. */
    readonly code: string
    readonly renamed_to: string | null
    readonly earliest: RemovalForecast
  }
> = {
  id: "deprecation/removed-without-deprecation",
  title: "Removal without deprecation",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "Contracts name the codes of this vocabulary, and a deprecation tells their parties that a code will be removed. Restore the item, deprecate it with a replacement or a reason, release that, and remove it after the grace period. A rename is a removal and an addition, so the same rules apply.",
  breaks: `# 1.3.0 has QSR_FAST_FOOD, not deprecated
# 2.0.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0, six months after 1.1.0, does not have it`,
  message: ({ base, item, renamed_to }) =>
    `${item} is removed${renamed_to === null ? "" : ` and looks renamed to ${renamed_to}`}, but was not deprecated in ${base}`,
  help: ({ code, earliest, kind, renamed_to }) => {
    if (renamed_to === null) return `Restore it. ${formatForecast(earliest)}`
    const restore = `Write ${code} again${kind === "Value" ? "" : ", also as the name of the file,"} and change only the ${kind === "License" ? "name" : "label"}`
    return caseless(code) === caseless(renamed_to)
      ? `${restore}: a code never changes, not even its case.`
      : `${restore}, or add ${renamed_to} beside it and deprecate ${code}. ${formatForecast(earliest)}`
  },
  run: (proposal) =>
    removals(proposal)
      .filter(({ deprecated }) => deprecated === undefined)
      .map(({ base, earliest, item, links, location, renamedTo }) => {
        const facts = {
          item: formatItem(item),
          base: base.version,
          kind: item._tag,
          code: codeOf(item),
          renamed_to: renamedTo === undefined ? null : codeOf(renamedTo),
          earliest
        }
        const isSameValue = renamedTo?._tag === "Value" && caseless(facts.code) === caseless(codeOf(renamedTo))
        const fix = isSameValue ? [replaceNode(location, writeCode(facts.code))] : undefined
        return makeFinding(removedWithoutDeprecation, facts, { item, location, links, fix })
      })
}
