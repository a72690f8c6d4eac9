import type { Head } from "../../domain/ledger/HashChain.ts"
import { majorsOf, newestOfMajor } from "../../domain/release/commands/VersionPlan.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Version } from "../../domain/taxonomy/Version.ts"
import type { CacheEntry } from "../../platform/cache/CacheEntry.ts"
import { quietly } from "../../platform/cache/Quietly.ts"
import { lazy } from "../../platform/Lazy.ts"

/** A history as texts. The last leads to the others, so that only those that are used are read. */
export function* storeHistory(history: ReleaseHistory, head: Head): Generator<string, void> {
  const { endedMajors, releases, tombstones, withdrawn } = history
  // The base of the next release is one of these, unless it follows an older minor.
  const bases = new Set(majorsOf(history).map((major) => newestOfMajor(history, major)))
  const lists = new Map<ReadonlyArray<Value>, number>()
  const states = new Map<PublishedRelease, number>()
  let count = 0
  for (const release of releases.values()) {
    if (!bases.has(release)) continue
    const { clocks, forecasts, removals, removed, taxonomy } = release
    for (const { values } of taxonomy.dimensions) {
      if (lists.has(values)) continue
      yield JSON.stringify(values)
      lists.set(values, count++)
    }
    const dimensions = taxonomy.dimensions.map((dimension) => ({
      ...dimension,
      values: lists.get(dimension.values) ?? -1
    }))
    yield JSON.stringify({
      taxonomy: { ...taxonomy, dimensions },
      clocks: [...clocks],
      removals: [...removals],
      forecasts: [...forecasts],
      removed: [...removed]
    } satisfies StoredState)
    states.set(release, count++)
  }
  yield JSON.stringify({
    head,
    releases: [...releases.values()].map((release) => {
      const { base, format, manifest, published_at, source_commit, version, waivers } = release
      const facts = { version, base, published_at, source_commit, waivers, format, manifest }
      const state = states.get(release)
      return state === undefined ? facts : { ...facts, state }
    }),
    tombstones: [...tombstones],
    endedMajors: [...endedMajors],
    withdrawn: [...withdrawn]
  } satisfies StoredHistory)
}

/** What a stored history leaves out. */
export interface HistoryDetails {
  /** The changes of a release, and its place among all releases. */
  readonly changesOf: (version: Version, index: number) => PublishedRelease["changes"]
  readonly releaseOf: (version: Version) => PublishedRelease
  /** Values that were read already, by the digest of their JSON. */
  readonly values: ReadonlyMap<string, ReadonlyArray<Value>>
}

/** The stored history, whose parts are read when they are used. Equals the one that was stored. */
export const restoreHistory = (
  entry: CacheEntry,
  details: HistoryDetails
): { readonly head: Head; readonly history: ReleaseHistory } => {
  const { endedMajors, head, releases, tombstones, withdrawn } = parse<StoredHistory>(
    entry.textAt(entry.digests.length - 1)
  )
  return {
    head,
    history: {
      releases: new Map(
        releases.map((release, index) => [release.version, restoreRelease(release, index, entry, details)])
      ),
      tombstones: new Map(tombstones),
      endedMajors: new Map(endedMajors),
      withdrawn: new Map(withdrawn)
    }
  }
}

type StoredRelease = Omit<PublishedRelease, "changes" | "ceased" | keyof State> & {
  /** The index of the text with the state that the release leads to. */
  readonly state?: number
}

interface StoredHistory {
  readonly head: Head
  readonly releases: ReadonlyArray<StoredRelease>
  readonly tombstones: Entries<ReleaseHistory["tombstones"]>
  readonly endedMajors: Entries<ReleaseHistory["endedMajors"]>
  readonly withdrawn: Entries<ReleaseHistory["withdrawn"]>
}

interface StoredState {
  readonly taxonomy: Omit<Taxonomy, "dimensions"> & {
    /** With the index of the text with the values. */
    readonly dimensions: ReadonlyArray<Omit<Taxonomy["dimensions"][number], "values"> & { readonly values: number }>
  }
  readonly clocks: Entries<PublishedRelease["clocks"]>
  readonly removals: Entries<PublishedRelease["removals"]>
  readonly forecasts: Entries<PublishedRelease["forecasts"]>
  readonly removed: Entries<PublishedRelease["removed"]>
}

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? ReadonlyArray<readonly [K, V]> : never

type State = Pick<PublishedRelease, "taxonomy" | "clocks" | "removals" | "forecasts" | "removed">

const restoreRelease = (
  { base, format, manifest, published_at, source_commit, state, version, waivers }: StoredRelease,
  index: number,
  entry: CacheEntry,
  { changesOf, releaseOf, values }: HistoryDetails
): PublishedRelease => {
  const changes = lazy(() => changesOf(version, index))
  const stateOf = lazy(
    () => (state === undefined ? undefined : quietly(() => restoreState(entry, state, values))) ?? releaseOf(version)
  )
  return {
    version,
    base,
    published_at,
    source_commit,
    get changes() {
      return changes()
    },
    waivers,
    format,
    get taxonomy() {
      return stateOf().taxonomy
    },
    get clocks() {
      return stateOf().clocks
    },
    get removals() {
      return stateOf().removals
    },
    get forecasts() {
      return stateOf().forecasts
    },
    get removed() {
      return stateOf().removed
    },
    get ceased() {
      return releaseOf(version).ceased
    },
    manifest
  }
}

const restoreState = (entry: CacheEntry, index: number, known: HistoryDetails["values"]): State => {
  const { clocks, forecasts, removals, removed, taxonomy } = parse<StoredState>(entry.textAt(index))
  const valuesAt = (at: number): ReadonlyArray<Value> =>
    // The same list as in the sources, so that nobody has to compare them.
    known.get(entry.digests[at] ?? "") ?? parse<ReadonlyArray<Value>>(entry.textAt(at))
  const dimensions = taxonomy.dimensions.map((dimension) => ({ ...dimension, values: valuesAt(dimension.values) }))
  return {
    taxonomy: { ...taxonomy, dimensions },
    clocks: new Map(clocks),
    removals: new Map(removals),
    forecasts: new Map(forecasts),
    removed: new Map(removed.map(([id, { deprecation, label, version }]) => [id, { version, label, deprecation }]))
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each caller knows what the text holds
const parse = <A>(text: string | undefined): A => {
  if (text === undefined) throw new RangeError("The text is missing or altered")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
  return JSON.parse(text) as A
}
