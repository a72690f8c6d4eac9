import type { Stats } from "node:fs"
import { lchown, mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { asPlatformError } from "./RegularFiles.ts"

/** Who a file belongs to, by numbers. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Who a file belongs to, and what they may do with it. Of one that is not there yet it is nobody in particular, unless
 * root is to make it: then it is whoever the folder belongs to, or the nearest above it that is there. Otherwise a
 * program of that user could not read what root wrote for it.
 */
export const ownershipOf = (
  path: string
): Effect.Effect<{ readonly owner?: Owner; readonly mode?: number }, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const found = await statOf(path)
      if (found !== undefined) return { owner: ownerOf(found), mode: found.mode & 0o777 }
      if (process.geteuid?.() !== 0) return {}
      const above = await nearest(dirname(path))
      return { owner: ownerOf(above.found) }
    },
    catch: asPlatformError(path)
  })

/** Makes a folder where it is missing, and those above it, for whom it is to belong to. */
export const makeFolder = (path: string, mode: number, owner?: Owner): Effect.Effect<void, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const { missing } = await nearest(path)
      for (const folder of missing) {
        // Others may make it at the same time.
        const made = await mkdir(folder, { recursive: true, mode })
        if (made !== undefined && owner !== undefined && process.geteuid?.() === 0) {
          await lchown(folder, owner.uid, owner.gid)
        }
      }
    },
    catch: asPlatformError(path)
  })

/** The topmost folder that is to be made for a file, and who it will belong to where root makes it; none if it is there. */
export const folderToMake = (
  path: string
): Effect.Effect<{ readonly folder: string; readonly owner: Owner } | undefined, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const { found, missing } = await nearest(dirname(path))
      return missing[0] === undefined ? undefined : { folder: missing[0], owner: ownerOf(found) }
    },
    catch: asPlatformError(path)
  })

/** The nearest folder that is there, and those below it that are not, from the top. */
const nearest = async (
  path: string,
  missing: ReadonlyArray<string> = []
): Promise<{ readonly found: Stats; readonly missing: ReadonlyArray<string> }> => {
  const found = await statOf(path)
  return found === undefined ? nearest(dirname(path), [path, ...missing]) : { found, missing }
}

const ownerOf = ({ gid, uid }: Stats): Owner => ({ uid, gid })

const statOf = async (path: string): Promise<Stats | undefined> => {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}
