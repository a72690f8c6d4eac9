import * as Result from "effect/Result"
import { itemRefs } from "../../domain/lookup/ItemEntries.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { findDimension } from "../../domain/taxonomy/FindDimension.ts"
import { formatItem, toCaselessItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless } from "../../domain/taxonomy/NameComparison.ts"
import { isDeviceName } from "../../domain/taxonomy/NamePatterns.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Draft } from "./Draft.ts"
import { DraftRefused } from "./DraftRefused.ts"

type Refusable<A> = Result.Result<A, DraftRefused>

export const refuse = (problem: DraftRefused["problem"], name: string, other?: string, suggestion?: string) =>
  Result.fail(
    new DraftRefused({
      problem,
      name,
      ...(other === undefined ? {} : { other }),
      ...(suggestion === undefined ? {} : { suggestion })
    })
  )

/** Refuses an item that the sources do not contain, and names a similar one. */
export const refuseUnknown = (draft: Draft, item: ItemRef) => {
  const name = formatItem(item)
  return refuse("unknown", name, undefined, didYouMean(name, itemsOf(draft).map(formatItem)))
}

export const getDimension = ({ taxonomy }: Draft, name: string): Refusable<Dimension> => {
  const found = findDimension(taxonomy, name)
  const names = taxonomy.dimensions.map((dimension) => dimension.name)
  return found === undefined ? refuse("unknown", name, "dimension", didYouMean(name, names)) : Result.succeed(found)
}

export const getValue = (dimension: Dimension, code: string): Refusable<Value> => {
  const found = dimension.values.find((value) => value.code === code)
  const codes = dimension.values.map((value) => value.code)
  return found === undefined
    ? refuse("unknown", `${dimension.name}/${code}`, "value", didYouMean(code, codes))
    : Result.succeed(found)
}

/** Fails if a new item would take a name that is in use, reserved, or different only in case. */
export const requireFree = (draft: Draft, item: ItemRef): Refusable<ItemRef> => {
  const name = formatItem(item)
  const id = toCaselessItemId(item)
  const items = itemsOf(draft)
  const known = items.find((other) => toCaselessItemId(other) === id)
  if (known !== undefined) {
    return formatItem(known) === name ? refuse("exists", name) : refuse("differs-in-case", name, formatItem(known))
  }
  const removed = draft.history.tombstones.get(id)
  if (removed !== undefined) return refuse("removed", name, removed.version)
  if (item._tag !== "Value" && isDeviceName(name.slice(name.indexOf("/") + 1))) return refuse("device-name", name)
  const other = item._tag === "License" ? "dimension" : "license"
  const isTaken = items.some(
    ({ _tag }, index) => kindNames[_tag] === other && caseless(formatItem(items[index] ?? item)) === caseless(name)
  )
  if ((item._tag === "License" || item._tag === "Dimension") && isTaken)
    return refuse("name-of-other-kind", name, other)
  return Result.succeed(item)
}

const kindNames = { Dimension: "dimension", Value: "value", License: "license", ConflictRule: "conflict rule" } as const

/** The deprecation of an item. */
export const deprecationOf = ({ taxonomy }: Draft, item: ItemRef): Deprecation | undefined => {
  switch (item._tag) {
    case "Dimension":
      return findDimension(taxonomy, item.dimension)?.deprecated
    case "Value":
      return findDimension(taxonomy, item.dimension)?.values.find(({ code }) => code === item.value)?.deprecated
    case "License":
      return taxonomy.licenses.find(({ code }) => code === item.license)?.deprecated
    case "ConflictRule":
      return undefined
  }
}

export const existsIn = (draft: Draft, item: ItemRef): boolean =>
  itemsOf(draft).some((other) => formatItem(other) === formatItem(item))

const itemsOf = ({ taxonomy }: Draft): ReadonlyArray<ItemRef> =>
  itemRefs(taxonomy).toSorted((left, right) => byCodeUnits(formatItem(left), formatItem(right)))
