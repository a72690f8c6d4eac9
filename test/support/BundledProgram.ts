import { cp, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installedFolder } from "./Programs.ts"
import { temporaryFolder } from "./Repository.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** A bundle that tests only copy: making one takes seconds. */
export const sharedBundle = join(installedFolder, "dist/program")

/** Makes a folder as an installed package has it: launchers and bundle, without sources. */
export const installBundle = async (): Promise<string> => {
  const folder = await installLaunchers()
  await cp(sharedBundle, join(folder, "dist/program"), { recursive: true })
  return folder
}

/** Makes a folder with the launchers alone, which finds the packages of this project. */
export const installLaunchers = async (): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(join(root, "bin"), join(folder, "bin"), { recursive: true })
  await writeFile(join(folder, "package.json"), '{ "type": "module" }')
  await symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}
