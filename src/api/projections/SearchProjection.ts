import { itemEntries, type ItemEntry } from "../../domain/lookup/ItemUses.ts"
import { makeSearchIndex, type SearchIndex } from "../../domain/lookup/SearchIndex.ts"
import type { SearchResult } from "../../domain/lookup/SearchItems.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { findRemovedItems } from "../../domain/release/removal/RemovedItems.ts"
import { formatItem, kindOf, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { labelIn } from "../../domain/vocabulary/Snapshot.ts"
import type { SearchBody } from "../bodies/LookupBodies.ts"
import type { Question } from "../endpoints/Answers.ts"
import { deprecationBody, labelNames, replacementOf } from "./DeprecationProjection.ts"
import { deprecationsIn, lookupTags } from "./LookupProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"

/** The items of a release, and those that it or one before it removed, that contain the words of a query. */
export function* searchBody({ history, query, release }: Question): Generator<void, SearchBody> {
  const { kind, lang, limit = defaultLimit, q } = query
  const kinds: unknown = kind
  const index = yield* indexOf(history, release)
  const found = index.search(String(q), ({ item }) => !Array.isArray(kinds) || kinds.includes(kindOf(item)))
  const shown = found.results.slice(0, Number(limit))
  const toHit = makeHit(history, release, typeof lang === "string" ? lookupTags(lang) : [])
  return {
    version: shortName(release.version),
    query: String(q),
    results: shown.map(toHit),
    count: shown.length,
    total: found.total,
    near: found.near.map(toHit),
    suggestions: Object.fromEntries(found.suggestions),
    _meta: releaseMeta(release)
  }
}

const defaultLimit = 20

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
    const textIn = (name: string): string | undefined =>
      tags.map((tag) => texts.translations?.[tag]?.[name]).find((text) => typeof text === "string")
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
