import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Store } from "./Store.ts"

/**
 * Makes a store of files in a folder, for Node, Bun and Deno. It makes the folder, which only its owner can read (mode 0700;
 * files 0600). A file is replaced as a whole, so that several processes can use one folder.
 */
export const makeFileStore = (folder: string): Store => ({
  get: async (key) => {
    try {
      return await readFile(fileOf(folder, key), "utf8")
    } catch (problem) {
      if (isMissing(problem)) return undefined
      throw problem
    }
  },
  set: async (key, value) => {
    const file = fileOf(folder, key)
    const temporary = `${file}.${randomUUID()}.tmp`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await writeFile(temporary, value, { flag: "wx", mode: 0o600 })
      await rename(temporary, file)
    } catch (problem) {
      await rm(temporary, { force: true })
      throw problem
    }
  },
  delete: (key) => rm(fileOf(folder, key), { force: true })
})

const fileOf = (folder: string, key: string): string => {
  if (/^[a-z0-9-]{1,128}$/.test(key)) return join(folder, `${key}.json`)
  throw new TypeError("A key must have letters, digits and hyphens only.")
}

const isMissing = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "ENOENT"
