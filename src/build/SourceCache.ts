import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import packageJson from "../../package.json" with { type: "json" }
import { sha256 } from "../files/Sha256.ts"
import { readSource, type ReadSource, type SourceContent } from "./ReadSource.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** Reads sources, and remembers what those that are in order hold. */
export interface SourceCache {
  readonly read: ReadSource
  /** Keeps what was read anew. Never fails: without a cache all is as it was, but slower. */
  readonly save: () => void
}

/**
 * A cache of what sources hold, by the digest of their name and bytes: one entry a file, so that after an edit only
 * that file is parsed. Safe to delete at any time; an entry that was not written whole is not believed.
 */
export const sourceCache = (folder: string): SourceCache => {
  const fresh = new Map<string, SourceContent>()
  return {
    read: (entry) => {
      // The text of a small file is parsed as fast as it is looked up.
      if (entry._tag !== "File" || entry.bytes.length < smallestCached) return readSource(entry)
      const key = keyOf(entry)
      const known = load(join(folder, key))
      if (known !== undefined) return Result.succeed(known)
      const content = readSource(entry)
      if (Result.isSuccess(content)) fresh.set(key, content.success)
      return content
    },
    save: () => {
      if (fresh.size > 0) quietly(() => store(folder, fresh))
    }
  }
}

/** Where the cache lies unless `TAXONOMY_CACHE` says otherwise. */
export const defaultCacheFolder = (environment: NodeJS.ProcessEnv): string =>
  environment["TAXONOMY_CACHE"] ??
  join(environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "taxonomy-licensing-data-service")

/** In bytes. */
const smallestCached = 4096

/** Entries of another version of this program are not read, as it may read sources in another way. */
const cacheFormat = `1 ${packageJson.version} ${packageJson.dependencies.yaml}`

const keyOf = ({ bytes, path }: Extract<SourceEntry, { readonly _tag: "File" }>): string =>
  sha256(`${cacheFormat}\n${path}\n${sha256(bytes)}`)

const load = (file: string): SourceContent | undefined =>
  quietly(() => {
    const text = readFileSync(file, "utf8")
    const end = text.indexOf("\n")
    const body = text.slice(end + 1)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
    return text.slice(0, end) === sha256(body) ? (JSON.parse(body) as SourceContent) : undefined
  })

const store = (folder: string, fresh: ReadonlyMap<string, SourceContent>): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [key, content] of fresh) {
    const body = JSON.stringify(content)
    const temporary = join(folder, `${key}.${process.pid}`)
    writeFileSync(temporary, `${sha256(body)}\n${body}`, { mode: 0o600 })
    renameSync(temporary, join(folder, key))
  }
  dropOldEntries(folder)
}

const daysKept = 30

const dropOldEntries = (folder: string): void => {
  const names = readdirSync(folder)
  const ages = names.map((name) => ({ file: join(folder, name), written: statSync(join(folder, name)).mtimeMs }))
  const newest = Math.max(...ages.map(({ written }) => written))
  for (const { file, written } of ages) {
    if (newest - written > daysKept * 24 * 60 * 60 * 1000) rmSync(file, { force: true })
  }
}

const quietly = <A>(effect: () => A): A | undefined => {
  try {
    return effect()
  } catch {
    return undefined
  }
}
