import { apply } from "../../change/Apply.ts"
import { allAddedItems, allRemovedItems, changedItem } from "../../change/ChangedItems.ts"
import { empty } from "../../taxonomy/EmptyTaxonomy.ts"
import { formatItem, toItemId } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Version.ts"
import { compare } from "../../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { ReleasePublished } from "../ReleaseEvent.ts"
import type { PublishedRelease, Release, ReleaseHistory } from "../ReleaseHistory.ts"
import { advance, deprecatedItems, type DeprecatedItem } from "../removal/DeprecationClock.ts"
import { recordedForecasts, type NewestRelease, type RemovalForecast } from "../removal/RemovalForecast.ts"
import { newestOf, removalVersions } from "./VersionPlan.ts"

/** The facts of a release, from which its state follows. */
export type PlannedRelease = Omit<Release, "taxonomy" | "clocks" | "removals" | "forecasts" | "removed" | "ceased">

/** The release that publishing makes: the snapshot of its base with the changes applied, and its clocks. */
export const releaseOf = (
  history: ReleaseHistory,
  planned: PlannedRelease,
  newest = newestOf(history)?.version
): Release => {
  const base = planned.base === null ? undefined : history.releases.get(planned.base)
  const taxonomy = apply(base?.taxonomy ?? empty, planned.changes)
  const deprecated = deprecatedItems(taxonomy)
  const clocks = clocksAfter(base, deprecated, planned)
  const removed = removedAfter(base, planned)
  return {
    ...planned,
    taxonomy,
    clocks,
    removals: removalsAfter(history, base, deprecated, planned, newest),
    forecasts: forecastsAfter(history, base, deprecated, { ...planned, clocks, removed }, newest),
    removed,
    ceased: ceasedWith(base, planned)
  }
}

/** The event of a release, once the digest of its manifest is known. */
export const publicationOf = (release: Release, manifest: ReleasePublished["manifest"]): ReleasePublished => {
  const { ceased: _, clocks: __, forecasts: ___, removals: ____, removed: _____, taxonomy: ______, ...data } = release
  return { _tag: "ReleasePublished", ...data, manifest }
}

const ceasedWith = (base: PublishedRelease | undefined, { changes }: PlannedRelease): Release["ceased"] =>
  new Map(
    changes.flatMap((change) => {
      const item = change.kind.endsWith("-removed") ? changedItem(change) : undefined
      const before = item && base && snapshotOf(base.taxonomy).get(item)
      return item === undefined || before === undefined ? [] : [[formatItem(item), before] as const]
    })
  )

const clocksAfter = (
  base: PublishedRelease | undefined,
  deprecated: ReadonlyArray<DeprecatedItem>,
  { published_at, version }: PlannedRelease
): Release["clocks"] =>
  base !== undefined && areSame(deprecatedItems(base.taxonomy), deprecated)
    ? base.clocks
    : advance(base?.clocks ?? new Map(), deprecated, { version, date: published_at })

const areSame = <A>(before: ReadonlyArray<A>, after: ReadonlyArray<A>): boolean =>
  before.length === after.length && before.every((item, index) => item === after[index])

const removalsAfter = (
  history: ReleaseHistory,
  base: PublishedRelease | undefined,
  deprecated: ReadonlyArray<DeprecatedItem>,
  { version }: PlannedRelease,
  newest: Version | undefined
): Release["removals"] => {
  const removalOf = removalVersions(history, version, newest)
  const removals = new Map(deprecated.map(({ item }) => [toItemId(item), removalOf(item)]))
  return base !== undefined && haveSameEntries(base.removals, removals, Object.is) ? base.removals : removals
}

const forecastsAfter = (
  history: ReleaseHistory,
  base: PublishedRelease | undefined,
  deprecated: ReadonlyArray<DeprecatedItem>,
  release: NewestRelease,
  newest: Version | undefined
): Release["forecasts"] => {
  if (deprecated.length === 0) return base?.forecasts.size === 0 ? base.forecasts : new Map()
  const published = newest === undefined ? undefined : history.releases.get(newest)
  const forecast = recordedForecasts(
    history,
    published !== undefined && compare(published.version, release.version) > 0 ? published : release,
    release.published_at
  )
  const forecasts = new Map(deprecated.map(({ item }) => [toItemId(item), forecast(item)]))
  return base !== undefined && haveSameEntries(base.forecasts, forecasts, areSameForecasts) ? base.forecasts : forecasts
}

const areSameForecasts = (before: RemovalForecast, after: RemovalForecast): boolean =>
  before.may_go === after.may_go &&
  before.version === after.version &&
  before.date === after.date &&
  before.deprecated_in === after.deprecated_in &&
  areSame(before.after, after.after)

// Most releases deprecate and remove nothing: they share what their base knows, however much that is.
const haveSameEntries = <K, V>(
  before: ReadonlyMap<K, V>,
  after: ReadonlyMap<K, V>,
  isSame: (before: V, after: V) => boolean
): boolean => {
  const entries = before.entries()
  return (
    before.size === after.size &&
    after.entries().every(([key, value]) => {
      const entry = entries.next().value
      return entry !== undefined && key === entry[0] && isSame(entry[1], value)
    })
  )
}

const removedAfter = (base: PublishedRelease | undefined, { changes, version }: PlannedRelease): Release["removed"] => {
  if (base === undefined) return new Map()
  const items = changes.flatMap((change) => allRemovedItems(base.taxonomy, change))
  const added = base.removed.size === 0 && items.length === 0 ? [] : changes.flatMap(allAddedItems).map(toItemId)
  if (items.length === 0 && !added.some((id) => base.removed.has(id))) return base.removed
  const deprecations = new Map(
    items.length === 0
      ? []
      : deprecatedItems(base.taxonomy).map(({ deprecation, item }) => [toItemId(item), deprecation])
  )
  const removed = new Map(base.removed)
  for (const item of items) {
    const id = toItemId(item)
    removed.set(id, { version, label: snapshotOf(base.taxonomy).labelOf(item), deprecation: deprecations.get(id) })
  }
  for (const id of added) removed.delete(id)
  return removed
}
