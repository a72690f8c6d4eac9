import { execFile } from "node:child_process"
import { cp, mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { runNode } from "../../support/CommandLine.ts"
import { installedFolder } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const execute = promisify(execFile)

export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Packs the client into a folder. */
export const packClient = async (folder: string): Promise<void> => {
  const { code, stderr } = await runNode([join(root, "scripts/pack-client.ts"), folder], { cwd: root })
  if (code !== 0) throw new Error(stderr)
}

/** Makes an empty project and installs the tarball, without a registry. */
export const installedIn = async (tarball: string): Promise<string> => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, "package.json"), '{"name":"reader","private":true,"type":"module"}')
  await execute("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder })
  return folder
}

/** Makes a project with the client only, which the tests of a run pack and install once. */
export const projectWithClient = (): Promise<string> => copyOf(join(installedFolder, "client"))

/** Copies a project. */
export const copyOf = async (project: string): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(project, folder, { recursive: true })
  return folder
}

/** Links a package of this project into another one. */
export const lend = async (folder: string, name: string): Promise<void> => {
  const place = join(folder, "node_modules", name)
  await mkdir(dirname(place), { recursive: true })
  await symlink(join(root, "node_modules", name), place)
}
