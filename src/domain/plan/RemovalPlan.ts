import { diff } from "../change/Diff.ts"
import { getCheck } from "../checks/CheckRegistry.ts"
import { isError } from "../diagnostic/Finding.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { itemUses, usesOf, type ItemUse } from "../lookup/ItemUses.ts"
import { publicationOf } from "../release/commands/PlannedRelease.ts"
import { decide, type Decision, type Publish } from "../release/commands/PublishRelease.ts"
import { baseOf } from "../release/commands/VersionPlan.ts"
import type { Waiver } from "../release/commands/Waiver.ts"
import { evolve, type ReleaseHistory } from "../release/ReleaseHistory.ts"
import { deprecatedItems, type DeprecatedItem } from "../release/removal/DeprecationClock.ts"
import { forecastStanding, newestStanding } from "../release/StandingReleases.ts"
import { empty } from "../taxonomy/EmptyTaxonomy.ts"
import { isSameItem, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { normalize } from "../taxonomy/Normalize.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Version } from "../taxonomy/Version.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { deprecateItems } from "./DeprecateItems.ts"
import { removeItems } from "./RemoveItems.ts"

/** A release of a plan, decided as if it were published. */
export interface PlanStep {
  readonly content: ReadonlyArray<StepContent>
  readonly date: Timestamp
  readonly decision: Decision
}

/** What a release of a plan must contain. */
export type StepContent =
  | { readonly kind: "draft"; readonly changes: number }
  | { readonly kind: "deprecate"; readonly item: ItemRef }
  /** Any change that requires a minor release. */
  | { readonly kind: "any-minor" }
  | { readonly kind: "remove"; readonly item: ItemRef; readonly uses: ReadonlyArray<ItemUse> }

export interface RemovalPlanInput {
  readonly history: ReleaseHistory
  readonly draft: { readonly version: Version; readonly taxonomy: Taxonomy; readonly waivers: ReadonlyArray<Waiver> }
  /** The items to remove; without any, all that are deprecated. */
  readonly items: ReadonlyArray<ItemRef>
  readonly start: Timestamp
  readonly formatOf: FormatOf
}

/** The artifact format of the release that sources propose. */
export type FormatOf = (history: ReleaseHistory, sources: Pick<Publish, "taxonomy" | "version" | "waivers">) => number

/**
 * Plans the releases from the draft to the removal of items, each on its earliest day, and decides each of them on the
 * history that the ones before lead to. All items are removed by one release. The plan ends at the first refusal.
 */
export const planRemovals = (input: RemovalPlanInput): ReadonlyArray<PlanStep> => {
  const rehearsal = makeRehearsal(input)
  const base = publishedBefore(input)
  const toDeprecate = missingDeprecations(input.draft.taxonomy, input.items)
  const first = deprecateItems(input.draft.taxonomy, toDeprecate, undecided)
  if (diff(base, first).length > 0) {
    const changes = diff(base, input.draft.taxonomy).length
    const content = [...(changes === 0 ? [] : [{ kind: "draft", changes } as const]), ...toDeprecate.map(deprecated)]
    rehearsal.publishDraft(content, first)
  }
  rehearsal.deprecate(input.items)
  const targets = rehearsal.targets(input.items)
  if (targets.length > 0) {
    const forecasts = rehearsal.forecast(targets)
    const [after = []] = forecasts.map((forecast) => forecast.after).toSorted((a, b) => b.length - a.length)
    for (const [index, version] of after.entries()) rehearsal.publishAnyMinor(version, index)
    rehearsal.remove(
      targets,
      forecasts[0]?.version,
      forecasts
        .map(({ date }) => date)
        .toSorted()
        .at(-1)
    )
  }
  return rehearsal.steps
}

/** What the draft changes: the release that it declares if that is published, otherwise the one before it on its line. */
const publishedBefore = ({ draft: { version }, history }: RemovalPlanInput): Taxonomy =>
  (history.releases.get(version) ?? baseOf(history, version))?.taxonomy ?? empty

/** A deprecation whose reason or replacement is still to be written. */
const undecided = { replaced_by: [], reason: "To be decided." } as const

const deprecated = (item: ItemRef): StepContent => ({ kind: "deprecate", item })

const missingDeprecations = (taxonomy: Taxonomy, items: ReadonlyArray<ItemRef>): ReadonlyArray<ItemRef> => {
  const known = new Set(deprecatedItems(taxonomy).map(({ item }) => toItemId(item)))
  return items.filter((item) => !known.has(toItemId(item)))
}

/** Decides one release after the other, until one is refused. */
const makeRehearsal = ({ draft, formatOf, history: before, start }: RemovalPlanInput) => {
  const steps: Array<PlanStep> = []
  let history = before
  let isRefused = false

  const publish = (
    content: ReadonlyArray<StepContent>,
    declared: Version,
    taxonomy: Taxonomy,
    date: Timestamp,
    waivers: ReadonlyArray<Waiver> = []
  ): void => {
    if (isRefused) return
    const base = baseOf(history, declared)
    const published_at = base !== undefined && base.published_at > date ? base.published_at : date
    const command = {
      taxonomy,
      waivers,
      published_at,
      now: published_at,
      source_commit: "plan"
    }
    const decision = decideVersion(history, command, declared, formatOf)
    steps.push({ content, date: published_at, decision })
    if (decision.outcome._tag !== "Publish") isRefused = decision.outcome._tag === "Refused"
    else history = evolve(history, publicationOf(decision.outcome.release, noManifest))
  }

  const newestTaxonomy = (): Taxonomy => newestStanding(history)?.taxonomy ?? empty

  const forecast = (items: ReadonlyArray<DeprecatedItem>) => {
    const newest = newestStanding(history)
    return newest === undefined ? [] : items.map(({ item }) => forecastStanding(history, newest, start)(item))
  }

  return {
    steps,
    forecast,
    publishDraft: (content: ReadonlyArray<StepContent>, taxonomy: Taxonomy) =>
      publish(content, draft.version, taxonomy, start, draft.waivers),
    /** Deprecates on the newest line what a draft on an older line cannot. */
    deprecate: (items: ReadonlyArray<ItemRef>) => {
      const missing = missingDeprecations(newestTaxonomy(), items)
      const newest = newestStanding(history)
      if (missing.length === 0 || newest === undefined) return
      const [version] = missing.map((item) => forecastStanding(history, newest, start)(item).deprecated_in)
      if (version === undefined || version === null) return
      publish(missing.map(deprecated), version, deprecateItems(newest.taxonomy, missing, undecided), start)
    },
    targets: (items: ReadonlyArray<ItemRef>): ReadonlyArray<DeprecatedItem> =>
      deprecatedItems(newestTaxonomy()).filter(
        ({ item }) => items.length === 0 || items.some((other) => isSameItem(other, item))
      ),
    publishAnyMinor: (version: Version, index: number) =>
      publish([{ kind: "any-minor" }], version, withPlaceholder(newestTaxonomy(), index), start),
    remove: (targets: ReadonlyArray<DeprecatedItem>, version: Version | undefined, day = "") => {
      const taxonomy = newestTaxonomy()
      const uses = itemUses(taxonomy)
      const removed = new Map(targets.map((target) => [toItemId(target.item), target]))
      const content = targets.map(({ item }): StepContent => ({ kind: "remove", item, uses: usesOf(uses, item) }))
      const earliest = `${day}T00:00:00Z`
      if (version === undefined) return
      publish(content, version, removeItems(taxonomy, removed), earliest > start ? earliest : start)
    }
  }
}

/** Decides on the declared version, or on the one that the changes require if the declared one is wrong. */
const decideVersion = (
  history: ReleaseHistory,
  command: Omit<Publish, "version" | "format">,
  declared: Version,
  formatOf: FormatOf
): Decision => {
  const decideOn = (version: Version): Decision =>
    decide(history, { ...command, version, format: formatOf(history, { ...command, version }) })
  const decision = decideOn(declared)
  const isVersionWrong = decision.findings.some(
    (finding) => isError(finding) && getCheck(finding.rule).stage === "version"
  )
  return isVersionWrong ? decideOn(decision.suggestedVersion) : decision
}

/** Nothing is rendered, and nothing reads the digest. */
const noManifest = `sha256:${"0".repeat(64)}` as const

/** Adds an item that stands for any change that requires a minor release. */
const withPlaceholder = (taxonomy: Taxonomy, index: number): Taxonomy => {
  let name = `placeholder_${index + 1}`
  while (snapshotOf(taxonomy).dimension(name) !== undefined) name += "_"
  const placeholder = {
    name,
    label: "Placeholder",
    description: "Stands for any change that requires a minor release.",
    shape: "flags",
    required: false,
    values: [{ code: "placeholder", label: "Placeholder", description: "Stands for any value." }]
  } as const
  return normalize({ ...taxonomy, dimensions: [...taxonomy.dimensions, placeholder] })
}
