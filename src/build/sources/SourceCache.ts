import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as UserDirectories from "effect/persistence/UserDirectories"
import * as Result from "effect/Result"
import packageJson from "../../../package.json" with { type: "json" }
import { bundleDigest } from "../../platform/BundleDigest.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { readSource, type ReadSource, type SourceContent } from "./SourceReader.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** A reader of sources that stores the content of each valid file. */
export interface SourceCache {
  readonly read: ReadSource
  /** Writes the new entries. Never fails: without a cache, the next run is only slower. */
  readonly save: () => void
}

/**
 * Makes a cache with one entry per source, keyed by the digest of its path and bytes, so that only edited files are
 * parsed again. The entries lie in a subfolder of their own and are safe to delete. Entries written by other code, or
 * not written completely, are ignored. Without a folder, nothing is cached.
 */
export const makeSourceCache = (folder: string | undefined, codeFolders = readerFolders): SourceCache => {
  if (folder === undefined) return { read: readSource, save: () => undefined }
  const entries = join(folder, "sources")
  const fresh = new Map<string, SourceContent>()
  let digest: string | undefined
  return {
    read: (entry) => {
      // Small files too: in a process that has just started, parsing one takes many times as long as a look-up.
      if (entry._tag !== "File") return readSource(entry)
      digest ??= bundleDigest ?? quietly(() => digestCode(codeFolders)) ?? unknownCode
      if (digest === unknownCode) return readSource(entry)
      const key = entryKey(digest, entry)
      const known = loadEntry(join(entries, key))
      if (known !== undefined) return Result.succeed(known)
      const content = readSource(entry)
      if (Result.isSuccess(content)) fresh.set(key, content.success)
      return content
    },
    save: () => {
      if (fresh.size > 0) quietly(() => storeEntries(entries, fresh))
    }
  }
}

/** `TAXONOMY_CACHE`, or a folder in the user's cache directory. Undefined for a user without a home directory. */
export const findCacheFolder = Effect.gen(function* () {
  const chosen = yield* Config.String("TAXONOMY_CACHE").pipe(Config.withDefault(""))
  if (chosen !== "") return chosen
  return Option.getOrUndefined(yield* Effect.option(UserDirectories.make().cache(cacheName)))
})

/** The code that decides how a source is read. More than `SourceReader.ts` imports, but no list has to be kept. */
const readerFolders: ReadonlyArray<string> = ["../../domain", ".."].map((path) =>
  fileURLToPath(new URL(path, import.meta.url))
)

const cacheName = "taxonomy-licensing-data-service"

const { effect, yaml } = packageJson.dependencies

/** Identifies the code that reads sources: other code may read them differently. */
const digestCode = (folders: ReadonlyArray<string>): string => {
  const files = folders.flatMap(listCode)
  if (files.length === 0) return unknownCode
  return sha256([`3 ${effect} ${yaml}`, ...files.toSorted().map((file) => sha256(readFileSync(file)))].join("\n"))
}

/** Folder by folder, which takes a fifth of the time of a recursive `readdirSync`. */
const listCode = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listCode(path)
    return path.endsWith(".ts") ? [path] : []
  })

const unknownCode = "unknown"

const entryKey = (code: string, { bytes, path }: Extract<SourceEntry, { readonly _tag: "File" }>): string =>
  sha256(`${code}\n${path}\n${sha256(bytes)}`)

const loadEntry = (file: string): SourceContent | undefined =>
  quietly(() => {
    const text = readFileSync(file, "utf8")
    const end = text.indexOf("\n")
    const body = text.slice(end + 1)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
    return text.slice(0, end) === sha256(body) ? (JSON.parse(body) as SourceContent) : undefined
  })

const storeEntries = (folder: string, fresh: ReadonlyMap<string, SourceContent>): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [key, content] of fresh) {
    const body = JSON.stringify(content)
    const temporary = join(folder, `${key}.${process.pid}`)
    writeFileSync(temporary, `${sha256(body)}\n${body}`, { mode: 0o600 })
    renameSync(temporary, join(folder, key))
  }
  removeOldEntries(folder)
}

const maxAgeMillis = 30 * 24 * 60 * 60 * 1000

/** Removes only files that a cache wrote: the user may have named a folder that holds other files. */
const removeOldEntries = (folder: string): void => {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entryName.test(entry.name))
    .map(({ name }) => ({ file: join(folder, name), writtenAt: statSync(join(folder, name)).mtimeMs }))
  const newest = Math.max(...entries.map(({ writtenAt }) => writtenAt))
  for (const { file, writtenAt } of entries) if (newest - writtenAt > maxAgeMillis) rmSync(file, { force: true })
}

/** An entry, or the temporary file of one that was not written completely. */
const entryName = /^[0-9a-f]{64}(?:\.\d+)?$/

const quietly = <A>(effect: () => A): A | undefined => {
  try {
    return effect()
  } catch {
    return undefined
  }
}
