import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { sha256 } from "../../src/platform/Sha256.ts"

/** The digest of every file below a folder, by path. Hidden files are left out. */
export const digests = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("."))
    .sort()
  return new Map(
    await Promise.all(files.map(async (path) => [path, sha256(await readFile(join(folder, path)))] as const))
  )
}
