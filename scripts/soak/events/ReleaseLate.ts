import { cpSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { newestValue } from "../world/Timeline.ts"
import { changeReleases, ledgerOf } from "./ReleaseChange.ts"
import { publishMinor } from "./ReleasePublished.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A copy of the releases has the new ledger before the folder that it names. Servers wait for the folder. */
export const releaseLate: SoakEvent = {
  name: "release-late",
  uses: ["releases"],
  isFault: true,
  begin: async ({ releases, world }) => {
    const staged = stagedOf(releases)
    cpSync(releases, staged, { recursive: true })
    await publishMinor(staged, newestValue(world.releases).published + 1)
    renameSync(ledgerOf(staged), ledgerOf(releases))
  },
  end: async (stage) => {
    const staged = stagedOf(stage.releases)
    await changeReleases(
      stage,
      (state) => ({ ...state, published: state.published + 1 }),
      async ({ published }) => {
        const folder = `v1.${published}.0`
        renameSync(join(staged, folder), join(stage.releases, folder))
        rmSync(staged, { recursive: true })
      }
    )
    await stage.untilAll("the release is complete", ({ metric }) => metric("taxonomy_catalog_degraded") === 0)
  }
}

const stagedOf = (releases: string): string => `${releases}-staged`
