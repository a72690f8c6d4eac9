import { existsSync, linkSync } from "node:fs"
import { join } from "node:path"
import { readState } from "../../bin/bundle.js"

/** Adds the chunks of the bundle before, since a server that runs it loads some of them on their first use. */
export const keepChunks = (before: string, folder: string): void => {
  for (const name of Object.keys(readState(before).compiled)) {
    const [old, kept] = [join(before, name), join(folder, name)]
    if (existsSync(old) && !existsSync(kept)) linkSync(old, kept)
  }
}
