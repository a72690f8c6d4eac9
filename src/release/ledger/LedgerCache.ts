import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import type { Head } from "../../domain/ledger/HashChain.ts"
import { releaseEventCodec } from "../../domain/release/ReleaseEventCodec.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Version } from "../../domain/taxonomy/Version.ts"
import { readEntry } from "../../platform/cache/CacheEntry.ts"
import { storeEntries } from "../../platform/cache/CacheFolder.ts"
import { identifyCode } from "../../platform/cache/CodeIdentity.ts"
import { isOwnFolder } from "../../platform/cache/OwnFolder.ts"
import { quietly } from "../../platform/cache/Quietly.ts"
import { lazy } from "../../platform/Lazy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { parseLedger } from "./Ledger.ts"
import { restoreHistory, storeHistory } from "./StoredHistory.ts"

/** A history that the first bytes of a ledger lead to. */
export interface KnownHistory {
  readonly bytes: number
  readonly head: Head
  readonly history: ReleaseHistory
}

/** Histories of ledgers that were verified before. */
export interface LedgerCache {
  /** Finds the history of the longest known ledger that the bytes begin with. */
  readonly find: (ledger: Uint8Array) => KnownHistory | undefined
  /** Stores a history. Never fails: without a cache, the next run is only slower. */
  readonly store: (ledger: Uint8Array, head: Head, history: ReleaseHistory) => void
}

/**
 * Makes a cache with one entry per ledger, keyed by the digest of its bytes: an altered line, with a valid hash or
 * without, gives another key. Commands that publish or verify never use it. The entries lie in a subfolder of their own
 * and are safe to delete. Without a folder, nothing is cached.
 */
export const makeLedgerCache = (
  folder: string | undefined,
  values: ReadonlyMap<string, ReadonlyArray<Value>> = new Map(),
  identity = identifyCode
): LedgerCache => {
  const code = folder === undefined ? undefined : identity()
  if (folder === undefined || code === undefined) return { find: () => undefined, store: () => undefined }
  const entries = join(folder, "ledgers")
  const nameOf = (bytes: number, digest: string): string => `${sha256(`${code}\n${digest}`)}-${bytes}`
  return {
    find: (ledger) =>
      quietly(() => {
        if (!isOwnFolder(entries)) return undefined
        const names = new Set(readdirSync(entries))
        const found = digestsOf(ledger, lengthsIn(names))
          .map(([bytes, digest]) => ({ bytes, name: nameOf(bytes, digest) }))
          .findLast(({ name }) => names.has(name))
        const entry = found && readEntry(join(entries, found.name))
        if (found === undefined || entry === undefined) return undefined
        const { bytes } = found
        return { bytes, ...restoreHistory(entry, { ...detailsOf(ledger.subarray(0, bytes)), values }) }
      }),
    store: (ledger, head, history) => {
      quietly(() => storeEntries(entries, [[nameOf(ledger.length, sha256(ledger)), storeHistory(history, head)]]))
    }
  }
}

/** The lengths of the ledgers in the cache. */
const lengthsIn = (names: ReadonlySet<string>): ReadonlyArray<number> =>
  [...new Set(names)].flatMap((name) => Number(/^[0-9a-f]{64}-(\d+)$/.exec(name)?.[1] ?? []))

const lineFeed = 10

/** The digests of the beginnings of a ledger that have one of these lengths and end with a line, the shortest first. */
const digestsOf = (
  ledger: Uint8Array,
  lengths: ReadonlyArray<number>
): ReadonlyArray<readonly [bytes: number, digest: string]> => {
  const hash = createHash("sha256")
  let hashed = 0
  return [...new Set(lengths)]
    .filter((bytes) => bytes <= ledger.length && ledger[bytes - 1] === lineFeed)
    .toSorted((left, right) => left - right)
    .map((bytes) => {
      hash.update(ledger.subarray(hashed, bytes))
      hashed = bytes
      return [bytes, hash.copy().digest("hex")]
    })
}

/** What is read from the ledger itself: the changes of each release, and the state of releases that are rarely a base. */
const detailsOf = (ledger: Uint8Array) => {
  const replayed = lazy(() => Result.getOrThrow(parseLedger(ledger)).history)
  const lines = lazy(() => publicationLines(ledger))
  const releaseOf = (version: Version): PublishedRelease => {
    const release = replayed().releases.get(version)
    if (release === undefined) throw new RangeError(`The ledger contains no release ${version}`)
    return release
  }
  return {
    releaseOf,
    changesOf: (version: Version, index: number) => changesIn(lines()[index], version) ?? releaseOf(version).changes
  }
}

/** The lines of all publications. A canonical line ends with its type. */
const publicationLines = (ledger: Uint8Array): ReadonlyArray<Buffer> => {
  const lines: Array<Buffer> = []
  const bytes = Buffer.from(ledger.buffer, ledger.byteOffset, ledger.length)
  for (let start = 0, end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
    const line = bytes.subarray(start, end)
    if (line.subarray(-publicationEnd.length).equals(publicationEnd)) lines.push(line)
    start = end + 1
  }
  return lines
}

const publicationEnd = Buffer.from(`"type":"ReleasePublished"}`)

/** The changes of a line, which was verified when its history was stored. */
const changesIn = (line: Buffer | undefined, version: Version): PublishedRelease["changes"] | undefined =>
  quietly(() => {
    const event = Result.getOrUndefined(releaseEventCodec.decode(JSON.parse(String(line))))
    return event?._tag === "ReleasePublished" && event.version === version ? event.changes : undefined
  })
