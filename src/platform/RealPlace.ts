import { readlink, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { asPlatformError } from "./RegularFiles.ts"

/**
 * Where a file really is, or would be made: all links on the way to it are followed, its own too. Whoever writes by
 * whichever link then replaces the same file, and holds the same lock.
 */
export const realPlaceOf = (path: string): Effect.Effect<string, PlatformError> =>
  Effect.tryPromise({ try: () => followed(resolve(path)), catch: asPlatformError(path) })

const followed = async (path: string): Promise<string> => {
  const found = await unlessMissing(realpath(path))
  if (found !== undefined || path === dirname(path)) return found ?? path
  const folder = await followed(dirname(path))
  const target = await unlessMissing(readlink(join(folder, basename(path))).catch(unlessNoLink))
  // A link that leads in a circle is what `realpath` has failed for already.
  return target === undefined ? join(folder, basename(path)) : followed(resolve(folder, target))
}

const unlessMissing = async (text: Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await text
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

const unlessNoLink = (error: unknown): undefined => {
  if (codeOf(error) === "EINVAL") return undefined
  throw error
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)
