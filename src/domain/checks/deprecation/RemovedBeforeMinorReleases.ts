import { makeFinding, type Finding } from "../../Finding.ts"
import { graceReleases } from "../../release/removal/DeprecationClock.ts"
import { formatForecast, type RemovalForecast } from "../../release/removal/RemovalForecast.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { removals } from "./facts/Removals.ts"

export const removedBeforeMinorReleases: Check<
  "deprecation/removed-before-minor-releases",
  {
    readonly item: string
    readonly version: Version
    readonly deprecated_in: Version
    readonly releases_between: number
    readonly required_releases: number
    readonly earliest: RemovalForecast
  }
> = {
  id: "deprecation/removed-before-minor-releases",
  title: "Removal before two further releases",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "At least two releases with a new major or minor number must come between the release that deprecates an item and the one that removes it, so that users who upgrade step by step see the warning. Patch releases and releases of other lines do not count. Six months must have passed, too; the finding names the earliest version. Restore the item until then.",
  breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 2.0.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0 does not have it`,
  message: ({ deprecated_in, item, releases_between, required_releases, version }) =>
    `${item} is removed in ${version}, after ${releases_between} of ${required_releases} required releases with a new MAJOR.MINOR since its deprecation in ${deprecated_in}`,
  help: ({ earliest }) => `Restore it. ${formatForecast(earliest)}`,
  run: (proposal) =>
    removals(proposal).flatMap(({ deprecated, earliest, item, links, location }): ReadonlyArray<Finding> => {
      if (deprecated === undefined || deprecated.releasesBetween >= graceReleases) return []
      const facts = {
        item: formatItem(item),
        version: proposal.version,
        deprecated_in: deprecated.since.version,
        releases_between: deprecated.releasesBetween,
        required_releases: graceReleases,
        earliest
      }
      return [makeFinding(removedBeforeMinorReleases, facts, { item, location, links })]
    })
}
