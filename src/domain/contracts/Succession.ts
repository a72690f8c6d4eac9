import type { Setting } from "../taxonomy/Config.ts"
import type { Vocabulary } from "../taxonomy/ConfigValidation.ts"
import { isSameItem, toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { isFlags } from "../taxonomy/Settings.ts"
import type { ItemReplacement } from "./ContractRelease.ts"

/**
 * - `no-replacement`: nothing in the release replaces the item.
 * - `choice`: several items do, and a person must choose.
 * - `cycle`: the replacements lead back to the item.
 * - `occupied`: the config already sets the replacement's dimension otherwise.
 * - `shape`: the shape of the replacement's dimension cannot hold it.
 */
export type Obstacle = "no-replacement" | "choice" | "cycle" | "occupied" | "shape"

/** The items of a release that take the place of an item, or why none do. An item that stays takes its own place. */
type Succession =
  | { readonly items: ReadonlyArray<ItemRef> }
  | { readonly obstacle: Obstacle; readonly candidates: ReadonlyArray<ItemRef> }

type FindSuccession = (item: ItemRef) => Succession

/** The release that configs are migrated to. */
export interface MigrationTarget {
  readonly vocabulary: Vocabulary
  readonly findSuccession: FindSuccession
  /** True for an item that another release has or had, and this one does not. */
  readonly isGone: (item: ItemRef) => boolean
}

/** The successors of a code of a setting. A flag that is false states nothing, so it goes unless flags replace it. */
export const successorsOfCode = (
  { findSuccession, isGone, vocabulary }: MigrationTarget,
  setting: Setting,
  item: ValueRef
): Succession => {
  const succession = findSuccession(item)
  const isFalse = isFlags(setting) && Object.hasOwn(setting, item.value) && setting[item.value] === false
  if (!isFalse) return succession
  if ("obstacle" in succession) return isGone(item) ? { items: [] } : succession
  const isFlag = (each: ItemRef) => "dimension" in each && vocabulary.dimensions.get(each.dimension)?.shape === "flags"
  return { items: succession.items.filter(isFlag) }
}

/** What replaces the items of one release or several. */
interface Replacements {
  /** True for an item that needs no replacement. */
  readonly isFinal: (item: ItemRef) => boolean
  readonly findReplacement: (item: ItemRef) => ItemReplacement | undefined
}

/**
 * Follows replacements until they need no other. Of several items that each replace another, none is chosen, unless all
 * lead to the same.
 */
export const makeFindSuccession = (replacements: Replacements): FindSuccession => {
  const known = new Map<ItemId, Succession>()
  return (item) => {
    const id = toItemId(item)
    const succession = known.get(id) ?? follow(replacements, item, [])
    known.set(id, succession)
    return succession
  }
}

export const isSuccessor = (succession: Succession, item: ItemRef): boolean =>
  "items" in succession && succession.items.length === 1 && succession.items.every((each) => isSameItem(each, item))

const follow = (replacements: Replacements, item: ItemRef, before: ReadonlyArray<ItemId>): Succession => {
  if (replacements.isFinal(item)) return { items: [item] }
  const id = toItemId(item)
  if (before.includes(id)) return { obstacle: "cycle", candidates: [] }
  const own = replacements.findReplacement(item)
  const replacement = own ?? inheritedReplacement(replacements, item)
  const followed = replacement.items.map((next) => follow(replacements, next, [...before, id]))
  // A value that goes with its dimension goes where its code is known.
  const successions = own === undefined ? followed.filter((succession) => "items" in succession) : followed
  return replacement.mode === "all_of" ? unite(successions) : agree(successions)
}

/** A value without a replacement of its own has its code in what replaces its dimension. */
const inheritedReplacement = ({ findReplacement }: Replacements, item: ItemRef): ItemReplacement => {
  if (item._tag !== "Value") return noReplacement
  const { items } = findReplacement({ _tag: "Dimension", dimension: item.dimension }) ?? noReplacement
  return {
    mode: "one_of",
    items: items.flatMap((each) => (each._tag === "Dimension" ? [{ ...item, dimension: each.dimension }] : []))
  }
}

const noReplacement: ItemReplacement = { mode: "one_of", items: [] }

const unite = (successions: ReadonlyArray<Succession>): Succession => {
  const failed = successions.find((succession) => "obstacle" in succession)
  return failed ?? (successions.length === 0 ? nothing : { items: itemsOf(successions) })
}

const agree = (successions: ReadonlyArray<Succession>): Succession => {
  // A choice remains without what leads nowhere, as the service says of removed items.
  const [first, ...others] = successions.filter((each) => "items" in each || each.candidates.length > 0)
  if (first === undefined) return successions[0] ?? nothing
  if (others.every((other) => keyOf(other) === keyOf(first))) return first
  return { obstacle: "choice", candidates: itemsOf([first, ...others]) }
}

const nothing: Succession = { obstacle: "no-replacement", candidates: [] }

/** The same text for successions that lead to the same items. */
const keyOf = (succession: Succession): string =>
  "items" in succession ? succession.items.map(toItemId).sort().join("\n") : succession.obstacle

/** All items, none twice. */
const itemsOf = (successions: ReadonlyArray<Succession>): ReadonlyArray<ItemRef> => [
  ...new Map(
    successions
      .flatMap((succession) => ("items" in succession ? succession.items : succession.candidates))
      .map((item) => [toItemId(item), item])
  ).values()
]

export type ValueRef = Extract<ItemRef, { readonly _tag: "Value" }>
