import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { siteCommand } from "../../../src/cli/read/Explore.ts"
import { runInProcess } from "../InProcess.ts"
import { temporaryFolder } from "../Repository.ts"

/** Writes a site of published releases, and returns its folder. */
export const makeSite = async (releases: string): Promise<string> => {
  const site = join(await temporaryFolder(), "site")
  const { code, stdout } = await runInProcess(siteCommand, ["--out", site, "--releases", releases])
  if (code !== 0) throw new Error(stdout)
  return site
}

/** The URL of an address in a site, such as `/v1.0.0/matrix`, from the disk. */
export const urlOf = (site: string, address: string): string =>
  `${pathToFileURL(join(site, "index.html")).href}#${address}`
