import type { Change } from "../../change/Change.ts"
import { changedItem, removedItem } from "../../change/ChangedItems.ts"
import type { LocatedChange } from "../../diagnostic/Finding.ts"
import { inHeader, inItem, type Location } from "../../diagnostic/Location.ts"
import { configReferences } from "../../taxonomy/ConfigReferences.ts"
import { toItemId, valueRef, dimensionRef, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { ConflictRule } from "../../taxonomy/Taxonomy.ts"
import { removals } from "../deprecation/facts/Removals.ts"
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
  const rules = new Map(proposal.base?.taxonomy.rules.map((rule) => [rule.id, rule]))
  return (change) => {
    const item = changedItem(change)
    if (item === undefined) return undefined
    const own = toItemId(item)
    if (removed.size === 0) return own
    return renamed.get(own) ?? namesBefore(change, rules).find((id) => removed.has(id)) ?? own
  }
}

/** What a license or rule named before its change. */
const namesBefore = (change: Change, rules: ReadonlyMap<string, ConflictRule>): ReadonlyArray<ItemId> => {
  switch (change.kind) {
    case "license-config-changed":
      return configReferences(change.before).map(({ item }) => toItemId(item))
    case "rule-condition-changed":
    case "rule-removed":
      return Object.entries(rules.get(change.rule)?.forbid ?? {}).flatMap(([dimension, condition]) => [
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

/** The change at its place in the sources; none for what was removed. */
export const locateChange = (change: Change): ReadonlyArray<LocatedChange> => {
  const location = locationOf(change)
  if (location === undefined) return []
  const item = changedItem(change)
  return [{ kind: change.kind, bump: change.bump, ...(item === undefined ? {} : { item }), location }]
}

const locationOf = (change: Change): Location | undefined => {
  const item = changedItem(change)
  if (item === undefined) return inHeader(headerKeys[change.kind] ?? "title")
  if (change.kind.endsWith("-removed")) return undefined
  const key = keys[change.kind]
  return key === undefined ? inItem(item, keyOfCode[item._tag]) : inItem(item, key)
}

/** The keys of the taxonomy itself that can require a larger bump. */
const headerKeys: Partial<Record<Change["kind"], string>> = {
  "namespace-changed": "namespace",
  "iri-changed": "iri"
}

/** The keys that hold the changes which can require a larger bump. */
const keys: Partial<Record<Change["kind"], string>> = {
  "dimension-shape-changed": "shape",
  "dimension-requirement-changed": "required",
  "dimension-definition-changed": "definition",
  "value-definition-changed": "definition",
  "license-config-changed": "config",
  "rule-condition-changed": "forbid",
  "dimension-deprecated": "deprecated",
  "value-deprecated": "deprecated",
  "license-deprecated": "deprecated"
}

const keyOfCode = {
  Dimension: "name",
  Value: "code",
  License: "code",
  ConflictRule: "id"
} as const satisfies Record<ItemRef["_tag"], string>
