import type { Change } from "../../../src/domain/change/Change.ts"
import { netDifferences } from "../../../src/domain/release/NetChanges.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"

/** The net changes from one release to another, in one list. */
export const netChanges = (
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): ReadonlyArray<Change> =>
  [...netDifferences(history, from, to)].flatMap((step) => step.flatMap(({ changes }) => changes))
