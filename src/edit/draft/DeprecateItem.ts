import * as Result from "effect/Result"
import { itemEntries } from "../../domain/lookup/ItemUses.ts"
import { findItem } from "../../domain/lookup/SearchItems.ts"
import { formatItem, isSameItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems, replacementName } from "../../domain/taxonomy/Replacement.ts"
import { insertAt, removeAt, setAt, type EditContent, type Edit } from "../Edit.ts"
import { editFile, fileItem, hasOwnEntry, pathOf, valueContent, type Draft, type DraftChange } from "./Draft.ts"
import {
  deprecationOf,
  existsIn,
  getDimension,
  getValue,
  refuse,
  refuseUnknown,
  type DraftRefused
} from "./DraftItems.ts"

/** The deprecation of an item, as an editor declares it. */
interface DeprecateItem {
  readonly item: ItemRef
  /** Names as `replaced_by` writes them: a code of the same list, or `dimension/CODE`. */
  readonly replacedBy: ReadonlyArray<string>
  /** Inexact replacements for people to choose from, named like the replacements. */
  readonly consider?: ReadonlyArray<string>
  readonly allOf: boolean
  readonly reason?: string | undefined
  /** Items that the same command adds, so that the sources do not contain them yet. */
  readonly added?: ReadonlyArray<ItemRef>
}

/** Deprecates an item, or changes its deprecation: only the parts that are given. */
export const deprecateItem = (
  draft: Draft,
  { added = [], allOf, consider = [], item, reason, replacedBy }: DeprecateItem
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const name = formatItem(item)
    if (item._tag === "ConflictRule") return yield* refuse("rule-not-deprecated", name)
    const known = deprecationOf(draft, item)
    const isOnlyAdvice = replacedBy.length === 0 && reason === undefined
    if (isOnlyAdvice && (known === undefined || consider.length === 0))
      return yield* refuse("no-replacement-or-reason", name)
    if (allOf && replacedBy.length < 2) return yield* refuse("all-of-one", name)
    const found = new Set<string>()
    for (const written of replacedBy) found.add(yield* replacementOf(draft, item, written, added))
    const considered = new Set<string>()
    for (const written of consider)
      considered.add(replacementName(item, yield* findReplacement(draft, item, written, added)))
    const names = [...found]
    const replaced_by: EditContent = allOf ? { all_of: names } : names
    const reasons = reason === undefined ? {} : { reason }
    const considers = considered.size === 0 ? {} : { consider: [...considered] }
    const content = { ...(names.length === 0 ? {} : { replaced_by }), ...considers, ...reasons }
    if (!hasOwnEntry(draft, item) && item._tag === "Value") {
      const value = yield* getValue(yield* getDimension(draft, item.dimension), item.value)
      return [editFile(fileItem(item), insertAt(["values"], { ...valueContent(value), deprecated: content }))]
    }
    const path = [...pathOf(item), "deprecated"]
    const edits: ReadonlyArray<Edit> =
      known === undefined
        ? [setAt(path, content)]
        : Object.entries(content).map(([key, part]) => setAt([...path, key], part))
    return [editFile(fileItem(item), ...edits)]
  })

/** Takes a deprecation back. */
export const undeprecateItem = (draft: Draft, item: ItemRef): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  deprecationOf(draft, item) === undefined
    ? refuse("not-deprecated", formatItem(item))
    : Result.succeed([editFile(fileItem(item), removeAt([...pathOf(item), "deprecated"]))])

/** The name of a replacement that is not deprecated itself, as `replaced_by` writes it. */
const replacementOf = (
  draft: Draft,
  item: ItemRef,
  written: string,
  added: ReadonlyArray<ItemRef>
): Result.Result<string, DraftRefused> =>
  Result.gen(function* () {
    const meant = yield* findReplacement(draft, item, written, added)
    const deprecation = deprecationOf(draft, meant)
    if (deprecation === undefined) return replacementName(item, meant)
    const others = replacementItems(meant, deprecation)
    const isReverse = others.some((other) => isSameItem(other, item))
    return yield* refuse(
      isReverse ? "replaced-by-it" : "replacement-deprecated",
      formatItem(meant),
      isReverse ? formatItem(item) : others.length === 0 ? undefined : others.map(formatItem).join(",")
    )
  })

/** The other item of the same kind that a name means, which exists or is being added. */
const findReplacement = (
  draft: Draft,
  item: ItemRef,
  written: string,
  added: ReadonlyArray<ItemRef>
): Result.Result<ItemRef, DraftRefused> =>
  Result.gen(function* () {
    const [named = item] = replacementItems(item, { replaced_by: [written] })
    const isAdded = added.some((other) => isSameItem(other, named))
    const meant = isAdded || existsIn(draft, named) ? named : (findNamed(draft, item, written) ?? named)
    if (isSameItem(meant, item)) return yield* refuse("replaces-itself", formatItem(item))
    if (meant._tag !== item._tag) return yield* refuse("replacement-kind", written, formatItem(item))
    if (isAdded || existsIn(draft, meant)) return meant
    if (meant._tag === "Value") yield* getValue(yield* getDimension(draft, meant.dimension), meant.value)
    return yield* refuseUnknown(draft, meant)
  })

/** The item of the same list that a text names by its code or label, in any case. */
const findNamed = ({ taxonomy }: Draft, item: ItemRef, text: string): ItemRef | undefined => {
  const isOfList = (other: ItemRef) =>
    other._tag === item._tag && (other._tag !== "Value" || item._tag !== "Value" || other.dimension === item.dimension)
  const found = findItem(
    itemEntries(taxonomy).filter((entry) => isOfList(entry.item)),
    text
  )
  return found._tag === "Found" ? found.entry.item : undefined
}
