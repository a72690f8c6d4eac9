import { makeFinding } from "../../Finding.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import { formatForecast, type RemovalForecast } from "../../release/removal/RemovalForecast.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { removals } from "./facts/Removals.ts"

export const removedOutsideMajor: Check<
  "deprecation/removed-outside-major",
  {
    readonly item: string
    readonly version: Version
    readonly earliest: RemovalForecast
    /** The newest release of all lines, if these sources are based on an older one. */
    readonly on: Version | null
  }
> = {
  id: "deprecation/removed-outside-major",
  title: "Removal in a minor or patch release",
  level: "error",
  stage: "release",
  waivable: false,
  followsFrom: [
    otherSources,
    misspeltWaiver,
    {
      checks: [
        "deprecation/removed-without-deprecation",
        "deprecation/removed-before-minor-releases",
        "deprecation/removed-before-six-months"
      ],
      scope: "item"
    }
  ],
  isRemoval: true,
  explanation:
    "Whatever is valid in a major version stays valid in it, so that clients can follow v1 without a review. A removal can invalidate a license, so it requires a major version later than the release that deprecated the item. Declare that version, or restore the item. No waiver permits it: a version that clients follow without a review must not take anything away.",
  breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.4.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0, six months after 1.1.0, does not have it`,
  message: ({ item, version }) => `${item} is removed in ${version}, which is not a major release`,
  help: ({ earliest, on }) => {
    if (earliest.may_go !== "now") return `Restore it. ${formatForecast(earliest)}`
    return on === null
      ? `Declare ${earliest.version}, which can remove it, or restore it.`
      : `Restore it, or base the changes on ${on} and declare ${earliest.version}, which can remove it.`
  },
  run: (proposal) =>
    removals(proposal)
      .filter(({ base }) => majorOf(proposal.version) <= majorOf(base.version))
      .map(({ base, earliest, item, links, location }) => {
        const newest = newestOf(proposal.standing)
        const on = newest === undefined || newest === base ? null : newest.version
        const facts = { item: formatItem(item), version: proposal.version, earliest, on }
        return makeFinding(removedOutsideMajor, facts, { item, location, links })
      })
}
