import { readFileSync } from "node:fs"
import { join } from "node:path"
import { vocabulary } from "../../../test/system/server/releases.ts"
import type { ReleaseState } from "../world/ReleaseState.ts"
import { beginChange, newestValue, settle } from "../world/Timeline.ts"
import type { Stage } from "./SoakEvent.ts"

/** The path of the ledger of the releases. */
export const ledgerOf = (releases: string): string => join(releases, "ledger.ndjson")

/** The vocabulary of release 1.n.0, which has the licenses L0 to Ln. */
export const vocabularyOf = (minor: number) =>
  vocabulary(...Array.from({ length: minor + 1 }, (_, index) => `L${index}`))

/** Changes the releases, and waits until every server serves the ledger. */
export const changeReleases = async (
  { releases, untilAll, world }: Stage,
  change: (state: ReleaseState) => ReleaseState,
  write: (next: ReleaseState) => Promise<void>
): Promise<void> => {
  const next = change(newestValue(world.releases))
  world.releases = beginChange(world.releases, next, performance.now())
  await write(next)
  const events = readFileSync(ledgerOf(releases), "utf8").trimEnd().split("\n").length
  await untilAll(`event ${events} of the releases is in force`, ({ sequence }) => sequence === events)
  world.releases = settle(world.releases, performance.now())
}
