import { makeFinding, type Finding } from "../../Finding.ts"
import { dayOf, sixMonthsAfter } from "../../release/removal/DeprecationClock.ts"
import { formatForecast, type RemovalForecast } from "../../release/removal/RemovalForecast.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { impossibleDate, misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { removals } from "./facts/Removals.ts"

export const removedBeforeSixMonths: Check<
  "deprecation/removed-before-six-months",
  {
    readonly item: string
    readonly deprecated_in: Version
    /** Both `YYYY-MM-DD`. */
    readonly deprecated_on: string
    readonly removed_on: string
    readonly earliest: RemovalForecast
  }
> = {
  id: "deprecation/removed-before-six-months",
  title: "Removal within six months of the deprecation",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [
    otherSources,
    impossibleDate,
    misspeltWaiver,
    { checks: ["deprecation/removed-before-minor-releases"], scope: "item" }
  ],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "Six calendar months in UTC must pass after the day of the release that deprecated an item; the same day of the month passes, and a day that the month lacks becomes its last. Contracts are renewed less often than releases are made. Two further releases are required, too; the finding names the earliest date. Restore the item until then.",
  breaks: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-14 does not have it`,
  keeps: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-15 does not have it`,
  message: ({ deprecated_on, item, removed_on }) =>
    `${item} was deprecated on ${deprecated_on}, less than six months before ${removed_on}`,
  help: ({ earliest }) => `Restore it. ${formatForecast(earliest)}`,
  run: (proposal) => {
    const today = dayOf(proposal.command.published_at)
    return removals(proposal).flatMap(({ deprecated, earliest, item, links, location }): ReadonlyArray<Finding> => {
      if (deprecated === undefined || today >= sixMonthsAfter(deprecated.since.date)) return []
      const facts = {
        item: formatItem(item),
        deprecated_in: deprecated.since.version,
        deprecated_on: dayOf(deprecated.since.date),
        removed_on: today,
        earliest
      }
      return [makeFinding(removedBeforeSixMonths, facts, { item, location, links })]
    })
  }
}
