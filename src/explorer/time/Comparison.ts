import { type Change, changedItem, correctDefinitions, type Correction } from "../../domain/change/Change.ts"
import { diff } from "../../domain/change/Diff.ts"
import type { definitionChanged } from "../../domain/checks/semver/Definitions.ts"
import { findCorrections } from "../../domain/release/NetChanges.ts"
import { formatItem, type ItemRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import type { Bump } from "../../domain/taxonomy/Scalars.ts"
import { largestBump } from "../../domain/taxonomy/VersionArithmetic.ts"
import { groupChanges } from "../../report/changes/ChangeKinds.ts"
import { type ItemFacts, makeItemFacts } from "../../report/text/ItemText.ts"
import type { ReleaseEntry, WaiverEntry } from "../data/DataSource.ts"
import type { DataStore } from "../data/Store.ts"
import { checkReportOf } from "../draft/Findings.ts"
import { type Catalog, compareVersions } from "../model/Catalog.ts"
import type { ShownRelease } from "../model/Release.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"

/** The changes that lead from one release to another. */
export interface Comparison {
  /** `undefined` for the first release, which is compared with nothing. */
  readonly before: ShownRelease | undefined
  readonly after: ShownRelease
  readonly changes: ReadonlyArray<Change>
  /** `backwards` if the comparison leads to an older version: only a step forwards has a bump. */
  readonly direction: "first" | "forwards" | "backwards"
  /** Missing without changes, and unless the comparison goes forwards. */
  readonly requiredBump: Bump | undefined
  readonly items: ItemFacts
}

/** Compares two releases by the rules of the pipeline. The corrections of definitions are by the name of the item. */
export const compareReleases = (
  before: ShownRelease | undefined,
  after: ShownRelease,
  corrections: ReadonlyMap<string, Correction> = new Map()
): Comparison =>
  makeComparison(before, after, correctDefinitions(diff(before?.taxonomy ?? empty, after.taxonomy), corrections))

/** The comparison of two releases whose changes are known, such as those of a report. */
export const makeComparison = (
  before: ShownRelease | undefined,
  after: ShownRelease,
  changes: ReadonlyArray<Change>
): Comparison => {
  const direction = directionOf(before, after)
  return {
    before,
    after,
    changes: before === undefined ? changes.filter(({ kind }) => isAddition(kind)) : changes,
    direction,
    requiredBump: direction === "forwards" ? largestBump(changes.map(({ bump }) => bump)) : undefined,
    items: makeItemFacts(before?.taxonomy, after.taxonomy, true)
  }
}

/** Of a first release, which changes no title or namespace, only additions count. */
export const isAddition = (kind: string): boolean => kind.endsWith("-added")

/** The name of a release in addresses. */
export const releaseNameOf = ({ isDraft, version }: ShownRelease): ReleaseName => (isDraft ? draft : version)

/** The draft follows every release, also before its version is declared. */
const directionOf = (before: ShownRelease | undefined, after: ShownRelease): Comparison["direction"] => {
  if (before === undefined) return "first"
  if (before.isDraft || after.isDraft) return before.isDraft ? "backwards" : "forwards"
  return compareVersions(before.version, after.version) > 0 ? "backwards" : "forwards"
}

/** What a comparison amounts to, a sentence each: its direction, and the bump that is required and was declared. */
export const describeComparison = (
  comparison: Comparison,
  /** The entry of the newer release; missing for the draft. */
  entry: ReleaseEntry | undefined
): ReadonlyArray<string> => {
  const { after, before, changes, direction, requiredBump } = comparison
  if (before === undefined)
    return [`${after.isDraft ? "The draft" : after.version} is the first release: everything in it is new.`]
  if (direction === "backwards") {
    return [
      `This goes back in time, from ${nameOf(before)} to the older ${nameOf(after)}. Only a later release has a version step.`,
      ...(changes.length === 0 ? [noChanges] : [])
    ]
  }
  if (requiredBump === undefined) return [noChanges]
  const required = `These changes require a ${requiredBump} release: ${reasonsFor(comparison, requiredBump)}.`
  return entry !== undefined && entry.base === before.version && entry.bump !== null
    ? [
        required,
        `${nameOf(after)} was published as ${entry.bump === requiredBump ? "one" : `a ${entry.bump} release`}.`
      ]
    : [required]
}

const noChanges = "Both have the same content."

/** A release, or the draft, as the subject of a sentence. */
export const nameOf = (release: ShownRelease): string => formatName(releaseNameOf(release))

/** The same for its name in addresses. */
export const formatName = (name: ReleaseName): string => (name === draft ? "the draft" : name)

/** The changes that require the bump, as the headings of their groups name them: "values removed (2)". */
const reasonsFor = ({ changes }: Comparison, bump: Bump): string =>
  groupChanges(changes)
    .filter((group) => group.bump === bump)
    .map(({ changes: members, title }) => {
      const reason = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
      return members.length === 1 ? reason : `${reason} (${members.length.toLocaleString("en")})`
    })
    .join(", ")

/** A release, or the draft, and what it was made from. */
interface Step extends Pick<ReleaseEntry, "base" | "release" | "waivers"> {
  /** The number of changes by kind. Missing for the draft. */
  readonly changes?: ReleaseEntry["changes"]
  /** What the check of the draft found. */
  readonly found?: ReadonlyArray<Change>
}

/** Reads what changed an item, the newest release first. Only releases with changes of these kinds are read. */
export const readItemSteps = async (
  store: DataStore,
  catalog: Catalog,
  release: ShownRelease,
  item: ItemRef,
  kinds: RegExp
): Promise<ReadonlyArray<{ readonly step: Step; readonly comparison: Comparison }>> => {
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
