import { execFileSync } from "node:child_process"
import { cp, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "./Repository.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Makes a folder as an installed package has it: launchers and bundle, without sources. */
export const installBundle = async (): Promise<string> => {
  const folder = await installLaunchers()
  await cp(await sharedBundle(), join(folder, "dist/program"), { recursive: true })
  return folder
}

/** A bundle that tests only copy: making one takes seconds. */
export const sharedBundle = async (): Promise<string> => (made ??= makeBundle())

let made: Promise<string> | undefined

const makeBundle = async (): Promise<string> => {
  const folder = join(await temporaryFolder(), "program")
  bundleInto(folder)
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

/** Bundles the programs of this project into a folder. */
export const bundleInto = (folder: string): void => {
  execFileSync(process.execPath, [join(root, "scripts/bundle.ts"), folder], { stdio: ["ignore", "ignore", "inherit"] })
}
