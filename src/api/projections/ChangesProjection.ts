import { changedItem, type Change } from "../../domain/change/Change.ts"
import type { ItemDifference } from "../../domain/change/Diff.ts"
import { kindFacts, sidesOf } from "../../domain/change/Recording.ts"
import { isObject, memberOf } from "../../domain/Json.ts"
import { netDifferences, releasePath } from "../../domain/release/NetChanges.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { findRemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import { largestBump, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ChangeBody, ChangesBody } from "../bodies/ChangesBody.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"
import { translationsBody } from "../bodies/ItemFields.ts"
import { deprecationBody, labelNames, labelTranslations, replacementFacts } from "./DeprecationProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"
import { forbiddenBody } from "./RuleProjection.ts"

/** The body of `/changes`. It depends on the two releases and what lies between them, so it never changes. */
export const changesBody = (history: ReleaseHistory, from: PublishedRelease, to: PublishedRelease): ChangesBody => {
  const changes = [...changeEntries(history, from, to)].flat()
  const bumps = changes.map(({ bump }) => bump)
  return { ...changesHead(from, to, bumps), changes, ...changesTail(to, changes.length) }
}

/** The members of the body before its changes. */
export const changesHead = (
  from: PublishedRelease,
  to: PublishedRelease,
  bumps: Iterable<Change["bump"]>
): Pick<ChangesBody, "version" | "from" | "to" | "required_bump"> => ({
  version: shortName(to.version),
  from: comparedRelease(from),
  to: comparedRelease(to),
  required_bump: largestBump([...bumps]) ?? "none"
})

/** The members of the body after its changes. */
export const changesTail = (to: PublishedRelease, count: number): Pick<ChangesBody, "count" | "_meta"> => ({
  count,
  _meta: releaseMeta(to)
})

/** The changes of the body, in steps that each take about a millisecond. */
export function* changeEntries(
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): Generator<ReadonlyArray<ChangeBody>, void> {
  const removedRules = findRemovedRules(history, from, to)
  for (const step of netDifferences(history, from, to)) {
    yield step.flatMap((difference) =>
      difference.changes.map((change) => changeEntry(change, { ...difference, to, removedRules }))
    )
  }
}

/** The releases that removed the rules which `to` lacks. */
const findRemovedRules = (
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): ReadonlyMap<string, Version> => {
  const kept = new Set(to.taxonomy.rules.map(({ id }) => id))
  if (from.taxonomy.rules.every(({ id }) => kept.has(id))) return new Map()
  return new Map(
    releasePath(history, from, to).made.flatMap(({ changes, version }) =>
      changes.flatMap((change) => (change.kind === "rule-removed" ? [[change.rule, version] as const] : []))
    )
  )
}

const comparedRelease = ({ published_at, version }: PublishedRelease) => ({
  version: shortName(version),
  release: version,
  published_at
})

/** The item of a change on both sides, and the release that the changes lead to. */
interface ChangeContext extends Pick<ItemDifference, "before" | "after"> {
  readonly to: PublishedRelease
  /** The releases that removed rules, by the id of the rule. */
  readonly removedRules: ReadonlyMap<string, Version>
}

/** The record of a change with what a reader needs to know of its item. */
const changeEntry = (change: Change, context: ChangeContext): ChangeBody => {
  const item = changedItem(change)
  const facts =
    item === undefined
      ? {}
      : kindFacts[change.kind].aspect === "removed"
        ? removedFacts(item, context)
        : itemFacts(item, context)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is made of the same facts
  return { ...recordBody(change, context), ...facts } as ChangeBody
}

/** The record of a change as bodies show it: with lists of translated texts apart from single texts. */
const recordBody = (change: Change, context: ChangeContext): object => {
  const { aspect } = kindFacts[change.kind]
  const { after, before } = sidesOf(change)
  if (change.kind === "rule-added") return { ...change, after: ruleBody(change.after, context) }
  if (change.kind === "rule-condition-changed") return { ...change, ...conditionSides(context) }
  if (aspect === "added") return { ...change, after: snapshotBody(after) }
  if (aspect !== "translation") return change
  const [was, is] = [translationsBody(Object(before)), translationsBody(Object(after))]
  const sides = (name: "translations" | "list_translations") => ({
    ...(was[name] && { before: was[name] }),
    ...(is[name] && { after: is[name] })
  })
  const lists = sides("list_translations")
  const item = Object.fromEntries(Object.entries(change).filter(([name]) => name !== "before" && name !== "after"))
  return { ...item, ...sides("translations"), ...(Object.keys(lists).length === 0 ? {} : { lists }) }
}

/** A rule with what it forbids in conditions that programs for the first release know. */
const ruleBody = (rule: ConflictRule, { to }: ChangeContext): object => {
  const { forbid: _, require: __, when: ___, ...others } = rule
  return { ...others, ...forbiddenBody(to.taxonomy, rule) }
}

const conditionSides = ({ after, before, to }: ChangeContext): object =>
  Object.fromEntries(
    Object.entries({ before, after }).flatMap(([side, item]) =>
      item === undefined || !("id" in item) ? [] : [[side, forbiddenBody(to.taxonomy, item).forbid]]
    )
  )

/** An item as the editors wrote it, and a dimension with its values. */
const snapshotBody = (item: unknown): unknown => {
  if (!isObject(item)) return item
  const { translations, values, ...fields } = item
  return {
    ...fields,
    ...(isObject(translations) ? translationsBody(translations) : {}),
    ...(Array.isArray(values) ? { values: values.map(snapshotBody) } : {})
  }
}

const itemFacts = (item: ItemRef, { after, to }: ChangeContext) => ({
  item: formatItem(item),
  label: memberOf(after, labelNames[item._tag]),
  ...labelTranslations(item, after?.translations, undefined),
  ...deprecationOf(item, after, to)
})

const removedFacts = (item: ItemRef, { before, removedRules, to }: ChangeContext) => {
  const removed = findRemovedItem(to, item)
  const removedIn = removed?.version ?? (item._tag === "ConflictRule" ? removedRules.get(item.rule) : undefined)
  const reasons = to.removed.get(toItemId(item))?.deprecation?.translations
  return {
    item: formatItem(item),
    label: memberOf(before, labelNames[item._tag]),
    ...labelTranslations(item, before?.translations, reasons),
    ...(removedIn === undefined ? {} : { removed_in: removedIn }),
    ...(removed === undefined ? {} : replacementFacts(removed))
  }
}

/** The same facts as in the other bodies, as of the publication of the release. */
const deprecationOf = (
  item: ItemRef,
  after: ChangeContext["after"],
  { clocks, forecasts }: PublishedRelease
): { readonly deprecation?: typeof DeprecationBody.Encoded } => {
  const deprecation = after !== undefined && "deprecated" in after ? after.deprecated : undefined
  if (deprecation === undefined) return {}
  const id = toItemId(item)
  const [since, removal] = [clocks.get(id), forecasts.get(id)]
  if (since === undefined || removal === undefined) return {}
  return { deprecation: deprecationBody({ item, deprecation, since, removal }) }
}
