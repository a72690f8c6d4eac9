import type { Change } from "../change/Change.ts"
import { allAddedItems, allRemovedItems, changedItem } from "../change/ChangedItems.ts"
import type { PublishedRelease, ReleaseHistory } from "../release/ReleaseHistory.ts"
import { empty } from "../taxonomy/EmptyTaxonomy.ts"
import { toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"

/** The releases that added an item (true) or removed it (false), in the order of the ledger. */
export type PresenceChanges = ReadonlyMap<PublishedRelease, boolean>

/** An item, and the releases that added or removed it. */
export interface ChangedPresence {
  readonly item: ItemRef
  readonly changes: PresenceChanges
}

/**
 * The additions and removals of every item that the taxonomy ever had. Items with the same ones share the map: there may
 * be very many items, but most of them came with few releases.
 */
export const presenceChanges = ({ releases }: ReleaseHistory): ReadonlyArray<ChangedPresence> => {
  const items = new Map<ItemId, { readonly item: ItemRef; node: Node }>()
  const root = makeNode(new Map())
  const record = (item: ItemRef, release: PublishedRelease, isAddition: boolean): void => {
    const id = toItemId(item)
    const known = items.get(id)
    if (known === undefined) items.set(id, { item, node: nodeAfter(root, release, isAddition) })
    else known.node = nodeAfter(known.node, release, isAddition)
  }
  for (const release of releases.values()) {
    const before = (release.base === null ? undefined : releases.get(release.base)?.taxonomy) ?? empty
    for (const change of release.changes) {
      for (const item of removedItems(before, change)) record(item, release, false)
      for (const item of addedItems(change)) record(item, release, true)
    }
  }
  return [...items.values()].map(({ item, node }) => ({ item, changes: node.changes }))
}

/** A node in the tree of all sequences of additions and removals. */
interface Node {
  readonly changes: PresenceChanges
  readonly afterAddition: Map<PublishedRelease, Node>
  readonly afterRemoval: Map<PublishedRelease, Node>
}

const makeNode = (changes: PresenceChanges): Node => ({ changes, afterAddition: new Map(), afterRemoval: new Map() })

const nodeAfter = (
  { afterAddition, afterRemoval, changes }: Node,
  release: PublishedRelease,
  isAddition: boolean
): Node => {
  const following = isAddition ? afterAddition : afterRemoval
  const known = following.get(release)
  if (known !== undefined) return known
  const node = makeNode(new Map([...changes, [release, isAddition]]))
  following.set(release, node)
  return node
}

// Tombstones do not exist for rules, so `allAddedItems` and `allRemovedItems` leave them out.
const addedItems = (change: Change): ReadonlyArray<ItemRef> =>
  change.kind === "rule-added" ? itemOf(change) : allAddedItems(change)

const removedItems = (before: Taxonomy, change: Change): ReadonlyArray<ItemRef> =>
  change.kind === "rule-removed" ? itemOf(change) : allRemovedItems(before, change)

const itemOf = (change: Change): ReadonlyArray<ItemRef> => {
  const item = changedItem(change)
  return item === undefined ? [] : [item]
}
