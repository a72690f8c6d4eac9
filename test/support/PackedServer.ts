import { execFile } from "node:child_process"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { packServer } from "../../scripts/server/PackServer.ts"
import { installedFolder } from "./Programs.ts"
import { temporaryFolder } from "./Repository.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Packs the bundle that tests share, since making one takes seconds. */
export const packSharedBundle = async (): Promise<string> =>
  packServer(root, join(installedFolder, "dist"), await temporaryFolder())

/** Unpacks the tarball into an empty folder, as documents say. */
export const unpack = async (tarball: string): Promise<string> => {
  const folder = join(await temporaryFolder(), "taxonomy")
  await mkdir(folder)
  await promisify(execFile)("tar", ["xzf", tarball, "--strip-components", "1"], { cwd: folder })
  return folder
}
