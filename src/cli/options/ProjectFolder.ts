import { existsSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/**
 * The folder that holds the sources and the releases, seen from the one that a command was started in: that one, or
 * the nearest above it in the same git repository. Where there is none it is where the command was started.
 */
export const projectFolder = (start: string): string => {
  const found = upToRepository(start).find((folder) => marks.some((mark) => existsSync(join(folder, mark))))
  return relative(start, found ?? start)
}

/** What only such a folder holds. Others may well have one that is called releases. */
const marks = ["taxonomy-src", join("releases", "ledger.ndjson")]

/** The folder and those above it up to the repository's top; what lies beyond, or has no repository, is not ours. */
const upToRepository = (start: string): ReadonlyArray<string> => {
  const folders = [start]
  for (const folder of folders) {
    if (existsSync(join(folder, ".git"))) return folders
    const above = dirname(folder)
    if (above !== folder) folders.push(above)
  }
  return [start]
}
