import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { diff } from "../../change/Diff.ts"
import { getCheck } from "../../checks/CheckRegistry.ts"
import { isError } from "../../Finding.ts"
import { isObject, memberOf } from "../../Json.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { itemUses, usesOf, type ItemUse } from "../../lookup/ItemUses.ts"
import { conditionOfShape, type Condition, type Config, type Setting } from "../../taxonomy/Config.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import {
  codeOf,
  isSameItem,
  toItemId,
  type ItemRef,
  dimensionRef,
  licenseRef,
  valueRef,
  type ItemId
} from "../../taxonomy/ItemRef.ts"
import { empty, normalize } from "../../taxonomy/Normalize.ts"
import { replacementItem, replacementItems } from "../../taxonomy/Replacement.ts"
import { listConditions } from "../../taxonomy/Rules.ts"
import type { Version, Shape } from "../../taxonomy/Scalars.ts"
import { isTerritory } from "../../taxonomy/Settings.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../../taxonomy/Taxonomy.ts"
import { namedItems } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf, type Snapshot } from "../../vocabulary/Snapshot.ts"
import { decide, type Decision, type Publish } from "../PublishRelease.ts"
import { publicationOf, evolve, type ReleaseHistory } from "../ReleaseHistory.ts"
import { baseOf } from "../ReleaseLines.ts"
import { forecastStanding, newestStanding } from "../StandingReleases.ts"
import type { Waiver } from "../Waiver.ts"
import { deprecatedItems, type DeprecatedItem } from "./DeprecationClock.ts"

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
type FormatOf = (history: ReleaseHistory, sources: Pick<Publish, "taxonomy" | "version" | "waivers">) => number

/**
 * Plans the releases from the draft to the removal of items, each on its earliest day, and decides each of them on the
 * history that the ones before lead to. All items are removed by one release. The plan ends at the first refusal.
 */
export const planRemovals = (plan: RemovalPlanInput): ReadonlyArray<PlanStep> => {
  const input = { ...plan, items: withSharedValues(snapshotOf(plan.draft.taxonomy), plan.items) }
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

/** The items, and the same values of other dimensions: a value goes from all dimensions that share it, as in the sources. */
const withSharedValues = (snapshot: Snapshot, items: ReadonlyArray<ItemRef>): ReadonlyArray<ItemRef> => {
  const sharing = snapshot.taxonomy.dimensions.filter(({ values_of }) => values_of !== undefined)
  const all = items.flatMap((item) => {
    const owner = snapshot.ownerOf(item)
    if (owner._tag !== "Value") return [owner]
    const others = sharing.map(({ name }) => valueRef(name, owner.value))
    return [owner, ...others.filter((other) => isSameItem(snapshot.ownerOf(other), owner))]
  })
  return [...new Map(all.map((item) => [toItemId(item), item])).values()]
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

/** The deprecations of items that are removed, by the id of the item. */
type RemovedItems = ReadonlyMap<ItemId, { readonly item: ItemRef; readonly deprecation: Deprecation }>

/**
 * Removes items as an editor would do it: a config that names a removed value names its replacement instead, if that is
 * clear, or nothing. A conflict rule that no config can violate any more goes, too.
 */
export const removeItems = (taxonomy: Taxonomy, removed: RemovedItems): Taxonomy => {
  const isKept = (item: ItemRef): boolean => !removed.has(toItemId(item))
  const replace = replacementsIn(removed)
  const kept = mapItems(taxonomy, (content, item) =>
    replaceNames(withoutReplacements(content, item, isKept), item, replace)
  )
  const dimensions = kept.dimensions
    .filter(({ name }) => isKept(dimensionRef(name)))
    .map(({ values, ...dimension }) => ({
      ...dimension,
      values: values.filter(({ code }) => isKept(valueRef(dimension.name, code)))
    }))
  const names = new Set(dimensions.map(({ name }) => name))
  const { groups = [], ...header } = taxonomy
  const groupsLeft = groups.flatMap((group) => {
    const grouped = group.dimensions.filter((name) => names.has(name))
    return grouped.length === 0 ? [] : [{ ...group, dimensions: grouped }]
  })
  return normalize({
    ...header,
    ...(groupsLeft.length === 0 ? {} : { groups: groupsLeft }),
    dimensions,
    licenses: kept.licenses
      .filter(({ code }) => isKept(licenseRef(code)))
      .map((license) => ({ ...license, config: replaceInConfig(license.config, names, replace) })),
    rules: taxonomy.rules.flatMap((rule) => reduceRule(taxonomy, rule, isKept))
  })
}

/** The names that stand for an item where it is named: its own, those of its replacements in the same list, or none. */
type Replace = (item: ItemRef) => ReadonlyArray<string>

const replacementsIn =
  (removed: RemovedItems): Replace =>
  (item) => {
    const found = removed.get(toItemId(item))
    if (found === undefined) return [codeOf(item)]
    const others = replacementItems(found.item, found.deprecation).filter((other) => !removed.has(toItemId(other)))
    // Somebody has to choose between alternatives.
    if (others.length > 1 && found.deprecation.replacement_mode !== "all_of") return []
    return others.flatMap((other) => (isOfSameList(other, item) ? [codeOf(other)] : []))
  }

const isOfSameList = (left: ItemRef, right: ItemRef): boolean =>
  left._tag === "Value" && right._tag === "Value" ? left.dimension === right.dimension : left._tag === right._tag

/** The item with what stands for the removed items that its fields name. Nothing names itself. */
const replaceNames = <A extends Deprecatable>(content: A, item: ItemRef, replace: Replace): A => {
  const named = Map.groupBy(namedItems({ content, item }), ({ path: [field = ""] }) => String(field))
  if (named.size === 0) return content
  const changed = Array.from(named, ([field, all]) => {
    const names = unique(all.flatMap(({ names: other }) => replace(other))).filter((name) => name !== codeOf(item))
    const kept = isList(memberOf(content, field)) && names.length > 0 ? names : onlyOne(names)
    return [field, kept] as const
  })
  const fields = Object.entries({ ...content, ...Object.fromEntries(changed) })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields hold names as before, or are left out
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as A
}

/** The item without replacements that are removed. */
const withoutReplacements = <A extends Deprecatable>(
  content: A,
  item: ItemRef,
  isKept: (item: ItemRef) => boolean
): A => {
  const { deprecated } = content
  if (deprecated === undefined) return content
  const { consider = [], ...others } = deprecated
  const keptOf = (names: ReadonlyArray<string>) => names.filter((name) => isKept(replacementItem(item, name)))
  const [replaced_by, considered] = [keptOf(deprecated.replaced_by), keptOf(consider)]
  if (replaced_by.length === deprecated.replaced_by.length && considered.length === consider.length) return content
  const rest = considered.length === 0 ? {} : { consider: considered }
  return { ...content, deprecated: { reason: "Its replacement was removed.", ...others, replaced_by, ...rest } }
}

const replaceInConfig = (config: Config, dimensions: ReadonlySet<string>, replace: Replace): Config =>
  Object.fromEntries(
    Object.entries(config).flatMap(([dimension, setting]) => {
      if (!dimensions.has(dimension)) return []
      const kept = replaceInSetting(setting, (code) => replace(valueRef(dimension, code)))
      return kept === undefined ? [] : [[dimension, kept]]
    })
  )

const replaceInSetting = (setting: Setting, replace: (code: string) => ReadonlyArray<string>): Setting | undefined => {
  if (typeof setting === "string") return onlyOne(replace(setting))
  if (isList(setting)) return unique(setting.flatMap(replace))
  if (isTerritory(setting)) return { ...setting, countries: unique(setting.countries.flatMap(replace)) }
  const flags = Object.entries(setting).flatMap(([code, isSet]) =>
    replace(code).map((other) => [other, isSet] as const)
  )
  return flags.length === 0 ? undefined : Object.fromEntries(flags)
}

const reduceRule = (
  taxonomy: Taxonomy,
  rule: ConflictRule,
  isKept: (item: ItemRef) => boolean
): ReadonlyArray<ConflictRule> => {
  const reduced = listConditions(rule).map(({ condition, dimension: name, key }) => {
    const shape = snapshotOf(taxonomy).dimension(name)?.shape
    const left =
      shape === undefined || !isKept(dimensionRef(name))
        ? undefined
        : reduceCondition(condition, shape, (code) => isKept(valueRef(name, code)))
    return { key, name, left }
  })
  if (reduced.some(({ left }) => left === undefined)) return []
  const conditions = Map.groupBy(reduced, ({ key }) => key)
  return [
    {
      ...rule,
      ...Object.fromEntries(
        Array.from(conditions, ([key, group]) => [key, Object.fromEntries(group.map(({ left, name }) => [name, left]))])
      )
    }
  ]
}

/** The condition without removed codes, or `undefined` if no config can meet it any more. */
const reduceCondition = (
  condition: Condition,
  shape: Shape,
  isKept: (code: string) => boolean
): Condition | undefined => {
  if (shape === "flags" && !Object.keys(condition).every(isKept)) return undefined
  // No condition can have an operand without codes.
  return Option.getOrUndefined(Schema.decodeOption(conditionOfShape[shape])(reduceOperands(condition, isKept)))
}

const reduceOperands = (operands: object, isKept: (code: string) => boolean): object =>
  Object.fromEntries(
    Object.entries(operands).map(([operator, operand]: [string, unknown]) => [
      operator,
      reduceOperand(operator, operand, isKept)
    ])
  )

const reduceOperand = (operator: string, operand: unknown, isKept: (code: string) => boolean): unknown => {
  if (typeof operand === "string") return isKept(operand) ? operand : undefined
  if (isList(operand)) {
    const kept = operand.filter(isKept)
    return operator === "contains_all" && kept.length < operand.length ? undefined : kept
  }
  return isObject(operand) ? reduceOperands(operand, isKept) : operand
}

const onlyOne = (codes: ReadonlyArray<string>): string | undefined => (codes.length === 1 ? codes[0] : undefined)

const unique = (codes: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(codes)]

const isList = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value)

/** Deprecates items that are not deprecated yet. */
const deprecateItems = (taxonomy: Taxonomy, items: ReadonlyArray<ItemRef>, deprecation: Deprecation): Taxonomy => {
  const ids = new Set<ItemId>(items.map(toItemId))
  return mapItems(taxonomy, (content, item) =>
    content.deprecated === undefined && ids.has(toItemId(item)) ? { ...content, deprecated: deprecation } : content
  )
}

type Deprecatable = Dimension | Value | License

/** The taxonomy with a change of each item that can be deprecated. */
const mapItems = (taxonomy: Taxonomy, change: <A extends Deprecatable>(content: A, item: ItemRef) => A): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => ({
    ...change(dimension, dimensionRef(dimension.name)),
    values: dimension.values.map((value) => change(value, valueRef(dimension.name, value.code)))
  })),
  licenses: taxonomy.licenses.map((license) => change(license, licenseRef(license.code)))
})
