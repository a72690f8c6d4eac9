import { copyFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { newestValue } from "../world/Timeline.ts"
import { releasePublished } from "./ReleasePublished.ts"
import type { SoakEvent } from "./SoakEvent.ts"

const damagedFile = (releases: string): string => join(releases, "v1.0.0", "schema.json")

/**
 * The schema of the oldest release is overwritten, and restored. Requests that need it are answered from the ledger, with
 * the same bytes. A server notices when it loads the release, which it forgets whenever another one is requested.
 */
export const artifactDamaged: SoakEvent = {
  name: "artifact-damaged",
  uses: ["releases"],
  isFault: true,
  begin: async (stage) => {
    const { releases, untilAll, world } = stage
    // With a single older release, none would be forgotten.
    while (newestValue(world.releases).published < 2) await releasePublished.begin(stage)
    const file = damagedFile(releases)
    copyFileSync(file, `${releases}-kept`)
    writeFileSync(file, "{}")
    await untilAll("an artifact is damaged", ({ metric }) => metric("taxonomy_catalog_degraded") === 1)
  },
  end: async ({ releases, untilAll }) => {
    renameSync(`${releases}-kept`, damagedFile(releases))
    await untilAll("the artifact is restored", ({ metric }) => metric("taxonomy_catalog_degraded") === 0)
  }
}
