import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** A Node on this machine that is older than the project's. */
const { PATH = "" } = process.env
export const oldNode = PATH.split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .map((folder) => join(folder, "node"))
  .find((node) => existsSync(node) && execFileSync(node, ["-v"], { encoding: "utf8" }) < "v24")
