import { type Change, changedItem, removedItem, type ChangeKind, formatChangedItem } from "../../change/Change.ts"
import { kindFacts } from "../../change/Recording.ts"
import { type LocatedChange, inHeader, inItem, type Location } from "../../Finding.ts"
import { toItemId, valueRef, dimensionRef, type ItemId } from "../../taxonomy/ItemRef.ts"
import { empty } from "../../taxonomy/Normalize.ts"
import { listConditions } from "../../taxonomy/Rules.ts"
import { configReferences } from "../../taxonomy/Settings.ts"
import { identityOf } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf, type Snapshot } from "../../vocabulary/Snapshot.ts"
import { removals } from "../deprecation/Removals.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/**
 * Tells in which item a change has its cause: a license or rule that no longer names a removed item changes because of
 * the removal, and so does the item that takes its place. Every other change is its own cause.
 */
export const causesOfChanges = (proposal: ReleaseProposal): ((change: Change) => ItemId | undefined) => {
  const removed = new Set(proposal.changes.flatMap((change) => removedItem(change) ?? []).map(toItemId))
  const renamed = new Map(
    removals(proposal).flatMap(({ item, renamedTo }) =>
      renamedTo === undefined ? [] : [[toItemId(renamedTo), toItemId(item)] as const]
    )
  )
  const before = snapshotOf(proposal.base?.taxonomy ?? empty)
  return (change) => {
    const item = changedItem(change)
    if (item === undefined) return undefined
    const own = toItemId(item)
    if (removed.size === 0) return own
    return renamed.get(own) ?? namesBefore(change, before).find((id) => removed.has(id)) ?? own
  }
}

/** The change at its place in the sources; none for what was removed. */
export const locateChange = (change: Change): ReadonlyArray<LocatedChange> => {
  const location = locationOf(change)
  if (location === undefined) return []
  const item = changedItem(change)
  return [{ kind: change.kind, bump: change.bump, ...(item === undefined ? {} : { item }), location }]
}

/** A change as a fact of a finding. */
export type NamedChange = { readonly kind: ChangeKind; readonly item: string | null }

export const nameChange = (change: Change): NamedChange => ({
  kind: change.kind,
  item: formatChangedItem(change) ?? null
})

/** A change as the subject of a sentence: "the new value use_type/podcast". */
export const formatNamedChange = ({ item, kind }: NamedChange): string => {
  const {
    aspect,
    noun: [noun]
  } = kindFacts[kind]
  switch (aspect) {
    case "added":
      return `the new ${noun} ${item}`
    case "removed":
      return `the removal of ${item}`
    case "deprecated":
      return `the deprecation of ${item}`
    case "undeprecated":
      return `the withdrawn deprecation of ${item}`
    case "corrected":
      return `the corrected ${noun} of ${item}`
    case "reordered":
      return `the order of the ${noun} of ${item}`
    default:
      return `the changed ${noun} of ${item ?? "the taxonomy"}`
  }
}

/** What a license or rule named before its change. */
const namesBefore = (change: Change, before: Snapshot): ReadonlyArray<ItemId> => {
  switch (change.kind) {
    case "license-config-changed":
      return configReferences(change.before).map(({ item }) => toItemId(item))
    case "rule-condition-changed":
    case "rule-case-changed":
    case "rule-demand-changed":
    case "rule-removed":
      return listConditions(before.rule(change.rule) ?? {}).flatMap(({ condition, dimension }) => [
        toItemId(dimensionRef(dimension)),
        ...textsIn(condition).map((code) => toItemId(valueRef(dimension, code)))
      ])
    default:
      return []
  }
}

const textsIn = (condition: unknown): ReadonlyArray<string> => {
  if (typeof condition === "string") return [condition]
  if (typeof condition !== "object" || condition === null) return []
  return [...(Array.isArray(condition) ? [] : Object.keys(condition)), ...Object.values(condition).flatMap(textsIn)]
}

const locationOf = (change: Change): Location | undefined => {
  const item = changedItem(change)
  const { aspect, isShared, names } = kindFacts[change.kind]
  const [name] = names
  if (item === undefined) return inHeader(name ?? "title")
  if (aspect === "removed") return undefined
  return inItem(item, name === undefined || isShared || aspect === "undeprecated" ? identityOf(item) : name)
}
