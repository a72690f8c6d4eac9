import { findEntry, itemEntries, type ItemEntry } from "../../domain/lookup/ItemUses.ts"
import { makeSearchIndex, type SearchIndex } from "../../domain/lookup/SearchIndex.ts"
import type { SearchResult } from "../../domain/lookup/SearchItems.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { findRemovedItems } from "../../domain/release/removal/RemovedItems.ts"
import { formatItem, kindOf, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { labelIn, snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { SearchBody } from "../bodies/LookupBodies.ts"
import type { Question } from "../endpoints/Answers.ts"
import { deprecationBody, labelNames, replacementOf } from "./DeprecationProjection.ts"
import { deprecationsIn, findTranslation, lookupTags } from "./LookupProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"

/**
 * The items of a release, and those that it or one before it removed, that contain the words of a query; without one, all
 * items of the release.
 */
export function* searchBody({ history, page, query, release }: Question): Generator<void, SearchBody> {
  const { kind, lang, limit = defaultLimit, q = "" } = query
  const kinds: unknown = kind
  const isSelected = ({ item }: Pick<ItemEntry, "item">): boolean =>
    !Array.isArray(kinds) || kinds.includes(kindOf(item))
  const found =
    q === "" ? yield* listItems(release, isSelected) : (yield* indexOf(history, release)).search(String(q), isSelected)
  const end = page.start + Number(limit)
  const shown = found.results
    .slice(page.start, end)
    .map((result) => ("entry" in result ? result : listed(release, result)))
  const toHit = makeHit(history, release, lookupTags(lang))
  return {
    version: shortName(release.version),
    query: String(q),
    results: shown.map(toHit),
    count: shown.length,
    total: found.total,
    near: found.near.map(toHit),
    suggestions: Object.fromEntries(found.suggestions),
    ...(end < found.results.length && { next_cursor: page.cursorOf(end) }),
    _meta: releaseMeta(release)
  }
}

const defaultLimit = 20

/** The items of a release that are selected, in short steps: there may be 100,000. */
function* listItems(release: PublishedRelease, isSelected: (found: Pick<ItemEntry, "item">) => boolean) {
  const results: Array<ItemRef> = []
  let position = 0
  for (const { item } of snapshotOf(release.taxonomy).items()) {
    if (isSelected({ item })) results.push(item)
    position += 1
    if (position % refsPerStep === 0) yield
  }
  return { results, total: results.length, near: [], suggestions: [] }
}

const refsPerStep = 1024

/** An item that no word was needed to find. */
const listed = (release: PublishedRelease, item: ItemRef): SearchResult<FoundItem> => {
  const entry = findEntry(release.taxonomy, item)
  if (entry === undefined) throw new Error(`${formatItem(item)} is not in release ${release.version}`)
  return { entry, matches: [], missing: [] }
}

interface FoundItem extends ItemEntry {
  /** The release that removed it. */
  readonly removedIn?: string
}

/** The index of a release, made on first use in short steps: of 100,000 values it takes seconds. */
function* indexOf(history: ReleaseHistory, release: PublishedRelease): Generator<void, SearchIndex<FoundItem>> {
  const known = indexes(history).get(release)
  if (known !== undefined) return known
  const index = makeSearchIndex<FoundItem>()
  for (const [position, entry] of itemEntries(release.taxonomy).entries()) {
    index.add(entry)
    if (position % entriesPerStep === 0) yield
  }
  yield
  for (const { content, item, removal } of findRemovedItems(history, release)) {
    index.add({ item, label: labelIn(content), texts: content, ...(removal && { removedIn: removal.version }) })
    yield
  }
  indexes(history).set(release, index)
  return index
}

const indexes = memoizeByIdentity((_history: ReleaseHistory) => new Map<PublishedRelease, SearchIndex<FoundItem>>())

const entriesPerStep = 16

type Hit = SearchBody["results"][number]

const makeHit = (history: ReleaseHistory, release: PublishedRelease, tags: ReadonlyArray<string>) => {
  const deprecations = deprecationsIn(history, release)
  return ({ entry, matches, missing }: SearchResult<FoundItem>): Hit => {
    const { item, label, removedIn, texts } = entry
    const deprecation = deprecations.get(toItemId(item))
    const textIn = (name: string) => findTranslation(tags, texts.translations, name)
    const description = textIn("description") ?? texts.description
    return {
      item: formatItem(item),
      kind: kindOf(item),
      label: textIn(labelNames[item._tag]) ?? label ?? description,
      description,
      matches: matches.slice(0, maxMatches).map(({ field, language, text }) => ({
        field,
        ...(language === undefined ? {} : { language }),
        text: text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
      })),
      missing,
      ...(deprecation === undefined || removedIn !== undefined ? {} : { deprecation: deprecationBody(deprecation) }),
      ...(removedIn === undefined ? {} : { removed_in: removedIn, ...replacementIn(entry) })
    }
  }
}

const replacementIn = ({ item, texts: { deprecated } }: FoundItem): Pick<Hit, "replacement"> => {
  const { replacement } = deprecated === undefined ? {} : replacementOf(item, deprecated)
  return replacement === undefined ? {} : { replacement }
}

const maxMatches = 3
const maxTextLength = 300
