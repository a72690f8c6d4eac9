import { changedItem, type Change, type Correction } from "../../domain/change/Change.ts"
import type { definitionChanged } from "../../domain/checks/semver/Definitions.ts"
import { findCorrections } from "../../domain/release/NetChanges.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ReleaseEntry, WaiverEntry } from "../data/DataSource.ts"
import type { DataStore } from "../data/Store.ts"
import { checkReportOf } from "../draft/Findings.ts"
import { compareVersions, type Catalog } from "../model/Catalog.ts"
import type { ShownRelease } from "../model/Release.ts"
import { draft } from "../routing/Route.ts"
import { compareReleases, makeComparison, type Comparison } from "./Comparison.ts"

/** A release, or the working tree, and what it was made from. */
interface Step extends Pick<ReleaseEntry, "base" | "release" | "waivers"> {
  /** The number of changes by kind. Missing for the working tree. */
  readonly changes?: ReleaseEntry["changes"]
  /** What the check of the working tree found. */
  readonly found?: ReadonlyArray<Change>
}

/** What a step changed of an item. */
interface ItemStep {
  readonly step: Step
  /** With the changes of the item alone. */
  readonly comparison: Comparison
}

/** Reads what changed an item, the newest release first. Only releases with changes of these kinds are read. */
export const readItemSteps = async (
  store: DataStore,
  catalog: Catalog,
  release: ShownRelease,
  item: ItemRef,
  kinds: RegExp
): Promise<ReadonlyArray<ItemStep>> => {
  const added = catalog.itemOf.get(formatItem(item))?.added_in
  const steps = (await stepsTo(store, catalog, release)).filter(
    (step) =>
      hasKind(step, kinds) &&
      step.base !== null &&
      (step.release === draft || (added !== undefined && compareVersions(step.release, added) > 0))
  )
  const comparisons = await Promise.all(steps.map((step) => readStep(store, step)))
  return steps.flatMap((step, index) => {
    const comparison = comparisons[index]
    const changes = (comparison?.changes ?? []).filter((change) => {
      const changed = changedItem(change)
      return changed !== undefined && toItemId(changed) === toItemId(item)
    })
    return comparison === undefined || changes.length === 0 ? [] : [{ step, comparison: { ...comparison, changes } }]
  })
}

/**
 * Compares two releases as `taxonomy diff` does: a definition that the releases between them only corrected is
 * corrected. Those releases are read only if a waiver of one of them says so.
 */
export const readComparison = async (
  store: DataStore,
  catalog: Catalog,
  before: ShownRelease | undefined,
  after: ShownRelease
): Promise<Comparison> => {
  if (before === undefined) return compareReleases(before, after)
  const [from, to] = await Promise.all([stepsTo(store, catalog, before), stepsTo(store, catalog, after)])
  const versions = (steps: ReadonlyArray<Step>) => new Set(steps.map(({ release }) => release))
  const [known, reached] = [versions(to), versions(from)]
  const path = [
    ...from.filter(({ release }) => !known.has(release)),
    ...to.filter(({ release }) => !reached.has(release))
  ].toReversed()
  const [only] = path
  if (only?.found !== undefined && path.length === 1 && after.isDraft) return readStep(store, only)
  if (path.every(({ waivers }) => correctionsOf(waivers).size === 0)) return compareReleases(before, after)
  const steps = await Promise.all(path.filter((step) => hasKind(step, redefining)).map((step) => readStep(store, step)))
  return compareReleases(before, after, findCorrections(steps))
}

/** From the newest to the first release. */
const stepsTo = async (
  store: DataStore,
  { releaseOf }: Catalog,
  release: ShownRelease
): Promise<ReadonlyArray<Step>> => {
  const { draftBase, isDraft, version } = release
  const steps: Array<Step> = []
  if (isDraft) {
    const body = await store.draft?.()
    const { changes = [], waivers = [] } = (body && checkReportOf(body)) ?? {}
    steps.push({ release: draft, base: draftBase ?? null, waivers, found: changes })
  }
  let next = releaseOf.get(isDraft ? (draftBase ?? "") : version)
  while (next !== undefined) {
    steps.push(next)
    next = releaseOf.get(next.base ?? "")
  }
  return steps
}

const hasKind = ({ changes }: Step, kinds: RegExp): boolean =>
  changes === undefined || Object.keys(changes).some((kind) => kinds.test(kind))

const redefining = /^(dimension|value)-(added|removed|definition)/

const readStep = async (store: DataStore, { base, found, release, waivers }: Step): Promise<Comparison> => {
  const [before, after] = await Promise.all([base === null ? undefined : store.release(base), store.release(release)])
  const known = comparisons.get(after)
  if (known !== undefined) return known
  const comparison =
    found === undefined ? compareReleases(before, after, correctionsOf(waivers)) : makeComparison(before, after, found)
  comparisons.set(after, comparison)
  return comparison
}

/** Of releases with their bases, which never change. */
const comparisons = new WeakMap<ShownRelease, Comparison>()

const correctionsOf = (waivers: ReadonlyArray<WaiverEntry>): ReadonlyMap<string, Correction> =>
  new Map(waivers.filter(({ rule }) => rule === definitionRule).map((waiver) => [waiver.subject, waiver]))

const definitionRule: typeof definitionChanged.id = "semver/definition-changed"
