import { cp, mkdir, symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { clientVersion } from "../../../src/client/ClientVersion.ts"
import { tarballOf } from "../../support/ClientTarballs.ts"
import { installedFolder } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The folder into which the tests pack the client, among other files. */
export const packedFolder = join(installedFolder, "packed")

export const packedTarball = join(packedFolder, tarballOf(clientVersion))

/** Makes a project with the client only, which the tests of a run pack and install once. */
export const projectWithClient = (): Promise<string> => copyOf(join(installedFolder, "client"))

/** Copies a project. */
export const copyOf = async (project: string): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(project, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

/** Links a package of this project into another one. */
export const lend = async (folder: string, name: string): Promise<void> => {
  const place = join(folder, "node_modules", name)
  await mkdir(dirname(place), { recursive: true })
  await symlink(join(root, "node_modules", name), place)
}
