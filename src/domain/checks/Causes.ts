import type { FollowsFrom } from "./Check.ts"

/** A removal that is refused: whatever still names the item, or takes its place, follows from it. */
export const refusedRemoval: FollowsFrom = {
  checks: [
    "deprecation/removed-without-deprecation",
    "deprecation/removed-before-minor-releases",
    "deprecation/removed-before-six-months",
    "deprecation/removed-outside-major"
  ],
  scope: "item"
}

/** A waiver that nearly matches a finding: the finding is waived once the waiver is corrected. */
export const misspeltWaiver: FollowsFrom = { checks: ["waiver/unused"], scope: "item" }

/** Sources that were not meant for the declared version: what differs from its base says nothing. */
export const otherSources: FollowsFrom = { checks: ["lifecycle/sources-of-newer-line"], scope: "release" }

/** A date at which the release cannot be made: periods that end with it say nothing. */
export const impossibleDate: FollowsFrom = { checks: ["date/before-base", "date/in-future"], scope: "release" }
