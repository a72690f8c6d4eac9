import { execFile, spawnSync } from "node:child_process"
import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "./Repository.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Whether a commit is at hand, which it is not in a shallow clone. */
export const isInHistory = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0

/** An older program in a folder of its own, with the dependencies of this one. */
export const olderProgram = (commit: string): Promise<string> => {
  const program = programs.get(commit) ?? unpack(commit)
  programs.set(commit, program)
  return program
}

const programs = new Map<string, Promise<string>>()

const unpack = async (commit: string): Promise<string> => {
  const folder = await temporaryFolder()
  const archive = join(folder, "source.tar")
  const program = join(folder, "program")
  await mkdir(program)
  await promisify(execFile)("git", ["archive", "--output", archive, commit], { cwd: root })
  await promisify(execFile)("tar", ["-xf", archive, "-C", program])
  await symlink(join(root, "node_modules"), join(program, "node_modules"))
  return program
}
