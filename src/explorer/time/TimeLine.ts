import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import type { RemovalForecast } from "../../domain/release/removal/RemovalForecast.ts"
import { kindOrder, type KindText, kindTexts } from "../../report/changes/ChangeKinds.ts"
import type { CatalogItem, ReleaseEntry } from "../data/DataSource.ts"
import { type Catalog, formatDate } from "../model/Catalog.ts"

/** The releases of a major version, and what it deprecated. */
export interface MajorLine {
  readonly major: number
  /** Newest first. */
  readonly releases: ReadonlyArray<ReleaseEntry>
  /** The end of the line, announced or past. */
  readonly endOfLife: ReleaseEntry["end_of_life"]
  /** Newest first. */
  readonly deprecations: ReadonlyArray<DeprecationSpan>
}

/** Items that one release deprecated, and that can be removed, or were removed, at the same time. */
export interface DeprecationSpan {
  readonly since: ReleaseEntry
  readonly removal: RemovalForecast
  readonly items: ReadonlyArray<CatalogItem>
}

/** The lines of all majors, newest first. */
export const makeTimeLine = (
  { items, releaseOf, releases }: Catalog,
  forecast: (entry: CatalogItem) => RemovalForecast | undefined
): ReadonlyArray<MajorLine> => {
  const spans = new Map<
    string,
    { readonly since: ReleaseEntry; readonly removal: RemovalForecast; items: Array<CatalogItem> }
  >()
  for (const entry of items) {
    const since = entry.deprecated_in === undefined ? undefined : releaseOf.get(entry.deprecated_in)
    const removal = since === undefined ? undefined : forecast(entry)
    if (since === undefined || removal === undefined) continue
    const key = `${since.release} ${removal.may_go} ${removal.version} ${removal.date}`
    const known = spans.get(key) ?? { since, removal, items: [] }
    known.items.push(entry)
    spans.set(key, known)
  }
  return [...Map.groupBy(releases, majorOf)]
    .toSorted(([left], [right]) => right - left)
    .map(([major, members]) => ({
      major,
      releases: members,
      endOfLife: members.find(({ end_of_life }) => end_of_life !== undefined)?.end_of_life,
      deprecations: [...spans.values()]
        .filter(({ since }) => majorOf(since) === major)
        .toSorted((left, right) => (left.since.published_at < right.since.published_at ? 1 : -1))
    }))
}

const majorOf = ({ release }: ReleaseEntry): number => Number(release.slice(0, release.indexOf(".")))

/** How a release follows from another: "minor release of 1.1.0", or "first release". */
export const formatOrigin = ({ base, bump }: ReleaseEntry): string =>
  base === null ? "first release" : bump === null ? `made from ${base}` : `${bump} release of ${base}`

/** The number of changes by kind in words, in the order in which a reader needs them: "Values removed: 2". */
export const formatChangeCounts = ({ base, changes }: ReleaseEntry): ReadonlyArray<string> => {
  const counts = Object.entries(changes).filter(([kind, count]) => count > 0 && (base !== null || isAddition(kind)))
  const texts: Readonly<Record<string, KindText>> = kindTexts
  const order = [...kindOrder, ...counts.map(([kind]) => kind)]
  return counts
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([kind, count]) => {
      const text = texts[kind]
      if (count === 1 && text !== undefined) return text.one
      return `${text?.many ?? kind}: ${count.toLocaleString("en")}`
    })
}

/** Of a first release, which changes no title or namespace, only additions count. */
export const isAddition = (kind: string): boolean => kind.endsWith("-added")

/** The end of a line: "ends on 1 March 2027", or "ended on …" if that is over. */
export const formatEnd = (date: string, today: string): string =>
  `${dayOf(date) > dayOf(today) ? "ends" : "ended"} on ${formatDate(date)}`
