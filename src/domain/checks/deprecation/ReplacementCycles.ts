import type { DeprecatedItem } from "../../release/DeprecationClock.ts"
import { formatItem, toItemId, type ItemId } from "../../taxonomy/ItemRef.ts"
import { replacementItems } from "../../taxonomy/Replacement.ts"

/** Deprecated items by their key. */
export type ItemsByKey = ReadonlyMap<ItemId, DeprecatedItem>

/**
 * The items that their own replacements lead back to, by key, with the way round in subjects: from the item to itself,
 * with a gap where it is long. Linear in what is deprecated, however long the ways are.
 */
export const replacementCycles = (byKey: ItemsByKey): ReadonlyMap<ItemId, ReadonlyArray<string>> => {
  const knots = knotsOf(byKey)
  return new Map(
    [...byKey.values()].flatMap((item) => {
      const first = replacementIds(item).find((key) => knots.get(key) === knots.get(keyOf(item)))
      const next = first === undefined ? undefined : byKey.get(first)
      if (next === undefined) return []
      const way = wayRound(item, byKey) ?? [nameOf(item), nameOf(next), gap]
      return [[keyOf(item), [...way, nameOf(item)]]]
    })
  )
}

/** By key, the number of an item's knot: two items are in one where each leads to the other (Tarjan's algorithm). */
const knotsOf = (byKey: ItemsByKey): ReadonlyMap<ItemId, number> => {
  const entered = new Map<ItemId, number>()
  const earliest = new Map<ItemId, number>()
  const knots = new Map<ItemId, number>()
  const open: Array<ItemId> = []
  const way: Array<{
    readonly item: DeprecatedItem
    readonly replacements: ReadonlyArray<ItemId>
    followed: number
  }> = []
  const enter = (item: DeprecatedItem): void => {
    earliest.set(keyOf(item), entered.size)
    entered.set(keyOf(item), entered.size)
    open.push(keyOf(item))
    way.push({ item, replacements: replacementIds(item), followed: 0 })
  }
  const reach = (key: ItemId, place = Infinity): void => {
    earliest.set(key, Math.min(earliest.get(key) ?? Infinity, place))
  }
  const leave = (key: ItemId): void => {
    const number = earliest.get(key) ?? Infinity
    const before = way.at(-1)
    if (before !== undefined) reach(keyOf(before.item), number)
    if (number !== entered.get(key)) return
    for (const member of open.splice(open.lastIndexOf(key))) knots.set(member, number)
  }
  for (const start of byKey.values()) {
    if (!entered.has(keyOf(start))) enter(start)
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const key = keyOf(last.item)
      const replacement = last.replacements[last.followed]
      if (replacement === undefined) {
        way.pop()
        leave(key)
        continue
      }
      last.followed += 1
      const next = byKey.get(replacement)
      if (next !== undefined && !entered.has(replacement)) enter(next)
      else if (!knots.has(replacement)) reach(key, entered.get(replacement))
    }
  }
  return knots
}

/** The shortest way from an item to one that names it, if it is found soon. */
const wayRound = (start: DeprecatedItem, byKey: ItemsByKey): ReadonlyArray<string> | undefined => {
  const cameFrom = new Map<DeprecatedItem, DeprecatedItem | undefined>([[start, undefined]])
  let looked = 0
  for (const item of cameFrom.keys()) {
    for (const key of replacementIds(item)) {
      if (key === keyOf(start)) return clipped(wayTo(item, cameFrom))
      if (++looked > mostLooked) return undefined
      const next = byKey.get(key)
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, item)
    }
  }
  return undefined
}

const wayTo = (
  end: DeprecatedItem,
  cameFrom: ReadonlyMap<DeprecatedItem, DeprecatedItem | undefined>
): ReadonlyArray<string> => {
  const way: Array<string> = []
  for (let item: DeprecatedItem | undefined = end; item !== undefined; item = cameFrom.get(item)) way.push(nameOf(item))
  return way.toReversed()
}

const clipped = (way: ReadonlyArray<string>): ReadonlyArray<string> =>
  way.length <= mostShown ? way : [...way.slice(0, mostShown - 1), gap]

const mostLooked = 40
const mostShown = 6
const gap = "…"

const keyOf = ({ item }: DeprecatedItem): ItemId => toItemId(item)

const nameOf = ({ item }: DeprecatedItem): string => formatItem(item)

const replacementIds = ({ deprecation, item }: DeprecatedItem): ReadonlyArray<ItemId> =>
  replacementItems(item, deprecation).map(toItemId)
