import { existsSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/**
 * Finds the folder of the sources and the releases: the current folder, or the nearest one above in the same git
 * repository. Returns the path relative to `start`, or the empty path if there is none.
 */
export const projectFolder = (start: string): string => {
  const found = foldersInRepository(start).find((folder) => markers.some((marker) => existsSync(join(folder, marker))))
  return relative(start, found ?? start)
}

/** Paths that only a project contains. `releases` alone is a common name. */
const markers = ["taxonomy-src", join("releases", "ledger.ndjson")]

/** The folder and its parents up to the top of the repository, or the folder alone outside of a repository. */
const foldersInRepository = (start: string): ReadonlyArray<string> => {
  const folders = [start]
  for (const folder of folders) {
    if (existsSync(join(folder, ".git"))) return folders
    const above = dirname(folder)
    if (above !== folder) folders.push(above)
  }
  return [start]
}
