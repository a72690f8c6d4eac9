import { join } from "node:path"
import * as Result from "effect/Result"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { rememberTraits, traitsOf, type ValueTraits } from "../../domain/taxonomy/traits/ValueTraits.ts"
import { readEntry } from "../../platform/cache/CacheEntry.ts"
import { storeEntries } from "../../platform/cache/CacheFolder.ts"
import { identifyCode } from "../../platform/cache/CodeIdentity.ts"
import { isOwnFolder } from "../../platform/cache/OwnFolder.ts"
import { quietly } from "../../platform/cache/Quietly.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { readSource, type ReadSource, type SourceContent } from "./SourceReader.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** A reader of sources that stores the content of each valid file. */
export interface SourceCache {
  readonly read: ReadSource
  /** Writes the new entries. Never fails: without a cache, the next run is only slower. */
  readonly save: () => void
  /** The values of the dimensions that were read, by the digest of their JSON. */
  readonly values: ReadonlyMap<string, ReadonlyArray<Value>>
}

/**
 * Makes a cache with one entry per source, keyed by the digest of its path and bytes, so that only edited files are
 * parsed again. The entries lie in a subfolder of their own and are safe to delete. Entries written by other code, or
 * not written completely, are ignored. Without a folder, nothing is cached.
 */
export const makeSourceCache = (
  folder: string | undefined,
  identity = identifyCode,
  readFile: ReadSource = readSource
): SourceCache => {
  const values = new Map<string, ReadonlyArray<Value>>()
  if (folder === undefined) return { read: readFile, save: () => undefined, values }
  const entries = join(folder, "sources")
  const fresh = new Map<string, SourceContent>()
  let code: string | null | undefined
  let isOwn: boolean | undefined
  return {
    read: (entry) => {
      // Small files too: in a process that has just started, parsing one takes many times as long as a look-up.
      if (entry._tag !== "File") return readFile(entry)
      code ??= identity() ?? null
      if (code === null) return readFile(entry)
      isOwn ??= quietly(() => isOwnFolder(entries)) ?? false
      const key = entryKey(code, entry)
      const known = isOwn ? loadEntry(join(entries, key), values) : undefined
      if (known !== undefined) return Result.succeed(known)
      const content = readFile(entry)
      if (Result.isSuccess(content)) fresh.set(key, content.success)
      return content
    },
    save: () => {
      if (fresh.size === 0) return
      const texts = fresh.entries().map(([key, content]) => [key, textsOf(content)] as const)
      quietly(() =>
        storeEntries(entries, texts, (key, [, digest]) => {
          const content = fresh.get(key)
          if (digest !== undefined && content !== undefined) values.set(digest, valuesOf(content) ?? [])
        })
      )
      fresh.clear()
    },
    values
  }
}

const entryKey = (code: string, { bytes, path }: Extract<SourceEntry, { readonly _tag: "File" }>): string =>
  sha256(`${code}\n${path}\n${sha256(bytes)}`)

const valuesOf = (file: SourceContent): ReadonlyArray<Value> | undefined =>
  file.kind === "dimension" ? file.content.values : undefined

/** A source as it is stored: with the traits of its values, which the checks need of every list. */
type StoredContent = SourceContent & { readonly traits?: ValueTraits }

/** The content, and the values of a dimension by themselves: ledgers hold equal ones. */
const textsOf = (file: SourceContent): ReadonlyArray<string> => {
  const values = valuesOf(file)
  if (file.kind !== "dimension" || values === undefined) return [JSON.stringify(file)]
  const { values: _, ...content } = file.content
  const stored: StoredContent = { ...file, content, traits: traitsOf(values) }
  return [JSON.stringify(stored), JSON.stringify(values)]
}

const loadEntry = (file: string, known: Map<string, ReadonlyArray<Value>>): SourceContent | undefined => {
  const entry = readEntry(file)
  const texts = entry?.digests.map((_, index) => entry.textAt(index))
  const [text, list] = texts ?? []
  if (entry === undefined || text === undefined || texts?.includes(undefined) === true) return undefined
  return quietly(() => {
    // oxlint-disable typescript/no-unsafe-type-assertion -- the digests show that this program wrote them
    const { traits, ...content } = JSON.parse(text) as StoredContent
    if (content.kind !== "dimension" || list === undefined) return content
    const values = JSON.parse(list) as ReadonlyArray<Value>
    // oxlint-enable typescript/no-unsafe-type-assertion
    known.set(entry.digests[1] ?? "", values)
    if (traits !== undefined) rememberTraits(values, traits)
    return { ...content, content: { ...content.content, values } }
  })
}
