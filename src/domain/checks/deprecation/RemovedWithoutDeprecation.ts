import { removedItem } from "../../change/Change.ts"
import { makeFinding, type Finding } from "../../Finding.ts"
import { dayOf } from "../../release/removal/DeprecationClock.ts"
import { formatForecast, type RemovalForecast } from "../../release/removal/RemovalForecast.ts"
import { lateHolders, maxUndoDays, withdrawnSince } from "../../release/StandingReleases.ts"
import { codeOf, formatItem, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { caseless } from "../../taxonomy/Names.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { misspeltWaiver, otherSources, type Check } from "../Check.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"
import { formerParent, removals } from "./Removals.ts"

const id = "deprecation/removed-without-deprecation"

export const removedWithoutDeprecation: Check<
  typeof id,
  | {
      readonly item: string
      readonly base: Version
      readonly kind: ItemRef["_tag"]
      /** Its code in its list, and that which it looks renamed to. */
      readonly code: string
      readonly renamed_to: string | null
      readonly earliest: RemovalForecast
    }
  | {
      readonly item: string
      /** The withdrawn releases, which alone contain the item, and the days of their publication and withdrawal. */
      readonly withdrawn: ReadonlyArray<{
        readonly version: Version
        readonly published_on: string
        readonly withdrawn_on: string
      }>
    }
> = {
  id,
  title: "Removal without deprecation",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "Contracts name the codes of this vocabulary, and a deprecation tells their parties that a code will be removed. Restore the item, deprecate it with a replacement or a reason, release that, and remove it after the grace period. A rename is a removal and an addition, so the same rules apply. What only withdrawn releases contain needs no deprecation if each of them was withdrawn within 30 days of its publication.",
  breaks: `# 1.3.0 has QSR_FAST_FOOD, not deprecated
# 2.0.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0, six months after 1.1.0, does not have it`,
  message: (facts) => {
    if ("withdrawn" in facts) return describeWithdrawn(facts)
    const { base, code, item, renamed_to } = facts
    const renamed = renamed_to === null ? "" : ` and looks renamed to ${renamed_to}`
    const reserved =
      renamed_to !== null && caseless(code) === caseless(renamed_to)
        ? ", and its code stays reserved, ignoring case"
        : ""
    return `${item} is removed${renamed}, but was not deprecated in ${base}${reserved}`
  },
  help: (facts) => {
    if ("withdrawn" in facts)
      return `Approve the removal in waivers.yaml: rule ${id}, subject ${facts.item}. Otherwise restore it, and deprecate it first.`
    const { code, earliest, item, kind, renamed_to } = facts
    if (renamed_to === null) return `Restore it. ${formatForecast(earliest)}`
    const restore = `Write ${code} again${kind === "Value" ? "" : ", also as the name of the file,"} and change only the ${kind === "License" ? "name" : "label"}`
    return caseless(code) === caseless(renamed_to)
      ? `${restore}: a code never changes, not even its case. An exception takes two waivers: ${id} for ${item} and code/reused for ${item.slice(0, -code.length)}${renamed_to}.`
      : `${restore}, or add ${renamed_to} beside it and deprecate ${code}. ${formatForecast(earliest)}`
  },
  run: (proposal) => [
    ...removals(proposal)
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
        return makeFinding(removedWithoutDeprecation, facts, { item, location, links })
      }),
    ...lateWithdrawals(proposal)
  ]
}

/** What only withdrawn releases contain and the proposal removes, although one of them was withdrawn too late for that. */
const lateWithdrawals = ({ base, history, recorded }: ReleaseProposal): ReadonlyArray<Finding> => {
  const undone = withdrawnSince(history, base, recorded.base)
  return recorded.changes.flatMap((change): ReadonlyArray<Finding> => {
    const item = removedItem(change)
    const holders = item === undefined ? [] : lateHolders(undone, base, item)
    if (item === undefined || holders.length === 0) return []
    const withdrawn = holders.map(({ release, withdrawal }) => ({
      version: release.version,
      published_on: dayOf(release.published_at),
      withdrawn_on: dayOf(withdrawal.date)
    }))
    const facts = { item: formatItem(item), withdrawn }
    return [makeFinding(removedWithoutDeprecation, facts, { item, location: formerParent(item) })]
  })
}

const describeWithdrawn = ({
  item,
  withdrawn
}: {
  readonly item: string
  readonly withdrawn: ReadonlyArray<{
    readonly version: Version
    readonly published_on: string
    readonly withdrawn_on: string
  }>
}): string => {
  const releases = withdrawn.map(
    ({ published_on, version, withdrawn_on }) =>
      `${version}, published on ${published_on} and withdrawn on ${withdrawn_on}`
  )
  return `${item} is removed, and only withdrawn releases contain it, not all of them withdrawn within ${maxUndoDays} days: ${releases.join("; ")}`
}
