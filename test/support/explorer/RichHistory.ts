import { join } from "node:path"
import { siteCommand } from "../../../src/cli/read/Explore.ts"
import { endOfLifeCommand, withdrawCommand } from "../../../src/cli/release/Lifecycle.ts"
import { runInProcess } from "../InProcess.ts"
import { commitAll, makeRepository, writeFiles } from "../Repository.ts"
import { publishOn } from "../TwoMajors.ts"
import { firstSources, richDraft, richReleases } from "./RichSources.ts"

/** A project with everything that the Explorer shows, and its site. Made once; tests must not change it. */
export const richHistory = (): Promise<RichHistory> => (made ??= makeRichHistory())

export interface RichHistory {
  /** The folder of the project. */
  readonly folder: string
  /** The site with every release and the working tree. */
  readonly site: string
}

let made: Promise<RichHistory> | undefined

const makeRichHistory = async (): Promise<RichHistory> => {
  const folder = await makeRichProject()
  const [site, releases, src] = ["site", "releases", "taxonomy-src"].map((name) => join(folder, name))
  const options = ["--out", `${site}`, "--releases", `${releases}`, "--src", `${src}`]
  // The verdict on the working tree depends on the day of the check.
  const { code, stdout } = await runInProcess(siteCommand, [...options, "--working-tree", "--date", "2025-06-01"])
  if (code !== 0) throw new Error(stdout)
  return { folder, site: `${site}` }
}

/** Publishes 1.0.0 to 2.2.1, withdraws 2.2.0 and ends version 1. The working tree has changes and a finding. */
export const makeRichProject = async (): Promise<string> => {
  const folder = await makeRepository(firstSources)
  for (const { date, files } of richReleases) {
    await writeFiles(join(folder, "taxonomy-src"), files)
    await publishOn(folder, date)
  }
  await commitAll(folder, "Releases")
  const releases = ["--yes", "--releases", join(folder, "releases")]
  await runInProcess(withdrawCommand, ["2.2.0", "--reason", "A label was wrong", "--date", "2025-03-11", ...releases])
  await runInProcess(endOfLifeCommand, ["v1", "--reason", "Version 2 replaces it", "--date", "2025-12-31", ...releases])
  await commitAll(folder, "Withdraw 2.2.0 and end v1")
  await writeFiles(join(folder, "taxonomy-src"), richDraft)
  return folder
}
