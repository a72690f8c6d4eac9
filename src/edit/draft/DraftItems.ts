import * as Result from "effect/Result"
import { itemRefs } from "../../domain/lookup/ItemUses.ts"
import { findItem } from "../../domain/lookup/SearchItems.ts"
import { countryAliases, looseCountryNames } from "../../domain/taxonomy/CountryAliases.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { codeOf, formatItem, toCaselessItemId, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless, isDeviceName } from "../../domain/taxonomy/Names.ts"
import { didYouMean, nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
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
  const found = snapshotOf(taxonomy).dimension(name)
  const names = taxonomy.dimensions.map((dimension) => dimension.name)
  return found === undefined ? refuse("unknown", name, "dimension", didYouMean(name, names)) : Result.succeed(found)
}

export const getValue = (dimension: Dimension, code: string): Refusable<Value> => {
  const found = dimension.values.find((value) => value.code === code)
  if (found !== undefined) return Result.succeed(found)
  const codes = dimension.values.map((value) => value.code)
  const country = dimension.shape === "territory" ? looseCountryNames.get(code.toLowerCase()) : undefined
  const suggestion =
    country !== undefined && codes.includes(country) ? `Did you mean "${country}"?` : didYouMean(code, codes)
  return refuse("unknown", `${dimension.name}/${code}`, "value", suggestion)
}

/** The code that a name means: a code or a label in any case, or another name of exactly one country. */
export const codeNamed = (dimension: Dimension, name: string): Refusable<string> => {
  const entries = dimension.values.map(({ code, label }) => ({ item: valueRef(dimension.name, code), label }))
  const named = findItem(entries, name)
  if (named._tag === "Found") return Result.succeed(codeOf(named.entry.item))
  const alias = dimension.shape === "territory" ? countryAliases.get(name.toLowerCase()) : undefined
  const near = nearestInUse(dimension, name)
  return near === undefined
    ? Result.map(getValue(dimension, alias ?? name), ({ code }) => code)
    : refuse("unknown", `${dimension.name}/${name}`, "value", `Did you mean "${near}"?`)
}

/** The replacement of the value with the most similar code, if that is deprecated: nothing may start to use it. */
const nearestInUse = ({ values }: Dimension, name: string): string | undefined => {
  const near = nearest(
    name,
    values.map(({ code }) => code)
  )
  const deprecated = near === name ? undefined : values.find(({ code }) => code === near)?.deprecated
  return deprecated?.replaced_by.length === 1 ? deprecated.replaced_by[0] : undefined
}

export const getLicense = ({ taxonomy }: Draft, code: string): Refusable<License> => {
  const found = taxonomy.licenses.find((license) => license.code === code)
  const codes = taxonomy.licenses.map((license) => license.code)
  return found === undefined ? refuse("unknown", code, "license", didYouMean(code, codes)) : Result.succeed(found)
}

/** The codes that names mean. `*` means any code. */
export const codesOf = (dimension: Dimension, names: ReadonlyArray<string>): Refusable<ReadonlyArray<string>> =>
  Result.gen(function* () {
    const codes: Array<string> = []
    for (const name of names) codes.push(name === "*" ? name : yield* codeNamed(dimension, name))
    return [...new Set(codes)]
  })

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
      return snapshotOf(taxonomy).dimension(item.dimension)?.deprecated
    case "Value":
      return snapshotOf(taxonomy)
        .dimension(item.dimension)
        ?.values.find(({ code }) => code === item.value)?.deprecated
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
