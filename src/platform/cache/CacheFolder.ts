import { lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as UserDirectories from "effect/persistence/UserDirectories"
import { errorCode } from "../SystemErrors.ts"
import { writeEntry } from "./CacheEntry.ts"
import { isOwnFolder } from "./OwnFolder.ts"

/** `TAXONOMY_CACHE`, or a folder in the user's cache directory. Undefined for a user without a home directory. */
export const findCacheFolder = Effect.gen(function* () {
  const chosen = yield* Config.String("TAXONOMY_CACHE").pipe(Config.withDefault(""))
  if (chosen !== "") return chosen
  return Option.getOrUndefined(yield* Effect.option(UserDirectories.make().cache(cacheName)))
})

/**
 * Writes entries by name, and calls back with the digests of the texts of each. Then removes what the folder can spare,
 * once a day: to list all entries takes longer than to write the few that an edit adds.
 */
export const storeEntries = (
  folder: string,
  entries: Iterable<readonly [name: string, texts: Iterable<string>]>,
  onStored: (name: string, digests: ReadonlyArray<string>) => void = () => undefined
): void => {
  makeFolder(folder)
  if (!isOwnFolder(folder)) throw new RangeError(`${folder} is not a folder of this user alone`)
  for (const [name, texts] of entries) onStored(name, writeEntry(join(folder, name), texts))
  if (isDue(folder)) removeOldEntries(folder)
}

/** Makes a folder and those above it. With `recursive`, Node never returns for a folder such as `/proc/x`. */
const makeFolder = (folder: string, canMakeParent = true): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = errorCode(error)
    if (code === "EEXIST") return
    if (code !== "ENOENT" || !canMakeParent || dirname(folder) === folder) throw error
    makeFolder(dirname(folder))
    makeFolder(folder, false)
  }
}

const cacheName = "taxonomy-licensing-data-service"

const dayMillis = 24 * 60 * 60 * 1000

const maxAgeMillis = 30 * dayMillis

const maxFolderBytes = 512 * 1024 * 1024

/** The file whose time says when old entries were last removed. */
const stamp = "pruned"

/** True if the stamp is missing, a day older than what was just written, or newer, as after the clock was set back. */
const isDue = (folder: string): boolean => {
  const stamped = lstatSync(join(folder, stamp), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const age = statSync(folder).mtimeMs - stamped
  return age < 0 || age > dayMillis
}

/** Removes only files that a cache wrote: the user may have named a folder that holds other files. */
const removeOldEntries = (folder: string): void => {
  // First, so that a folder that cannot be tidied is not listed at every save.
  rmSync(join(folder, stamp), { force: true })
  writeFileSync(join(folder, stamp), "", { flag: "wx", mode: 0o600 })
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entryName.test(entry.name))
    .flatMap(({ name }) => {
      const file = join(folder, name)
      // Another process may remove it at the same time.
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ file, size: stats.size, writtenAt: stats.mtimeMs }]
    })
    .toSorted((left, right) => right.writtenAt - left.writtenAt)
  const newest = entries[0]?.writtenAt ?? 0
  let bytes = 0
  for (const { file, size, writtenAt } of entries) {
    bytes += size
    if (newest - writtenAt > maxAgeMillis || bytes > maxFolderBytes) rmSync(file, { force: true })
  }
}

/** An entry, or the temporary file of one that was not written completely. */
const entryName = /^[0-9a-f]{64}(?:-\d+)?(?:\.\d+)?$/
