import * as Result from "effect/Result"
import { codeOf, formatItem, isSameItem, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { namingFields } from "../../domain/vocabulary/ItemTypes.ts"
import { deprecateItem } from "./DeprecateItem.ts"
import { createFile, hasOwnEntry, plainContent, type Draft, type DraftChange } from "./Draft.ts"
import { existsIn, getDimension, getLicense, getValue, refuse, requireFree, type DraftRefused } from "./DraftItems.ts"
import { addValue } from "./NewItems.ts"

type Changes = Result.Result<ReadonlyArray<DraftChange>, DraftRefused>

/** Texts of the values that do not exist yet, in the order in which the command names them. */
interface NewTexts {
  readonly labels: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  /** None, or one for each. */
  readonly definitions: ReadonlyArray<string>
}

interface MoveItem {
  readonly item: ItemRef
  /** The other dimension, with another code if the value gets one; the other code of a license. */
  readonly to: string
  readonly reason?: string | undefined
}

/** Moves a value to another dimension or code, or a license to another code: copies it, and deprecates the old one. */
export const moveItem = (draft: Draft, { item, reason, to }: MoveItem): Changes =>
  Result.gen(function* () {
    const target = item._tag === "License" ? licenseRef(to) : yield* valueTarget(draft, item, to)
    if (isSameItem(item, target)) return yield* refuse("same-name", formatItem(item))
    const exists = existsIn(draft, target)
    const added = exists ? [] : yield* copyItem(draft, item, target)
    return [
      ...added,
      ...(yield* deprecateItem(draft, {
        item,
        replacedBy: [formatItem(target)],
        allOf: false,
        added: exists ? [] : [target],
        reason
      }))
    ]
  })

const valueTarget = (draft: Draft, item: ItemRef, to: string) =>
  Result.gen(function* () {
    if (item._tag !== "Value") return yield* refuse("not-movable", formatItem(item))
    const [dimension = "", code = item.value] = to.split("/")
    yield* getDimension(draft, dimension)
    return valueRef(dimension, code)
  })

/** Adds an item with the texts of another, a value of the same dimension beside it. */
const copyItem = (draft: Draft, item: ItemRef, target: ItemRef): Changes =>
  Result.gen(function* () {
    if (item._tag === "Value" && target._tag === "Value") {
      const { deprecated: _, ...value } = yield* getValue(yield* getDimension(draft, item.dimension), item.value)
      const isBeside = item.dimension === target.dimension && hasOwnEntry(draft, item)
      return yield* addValue(draft, {
        dimension: target.dimension,
        value: { ...value, ...(item.dimension === target.dimension ? {} : withoutKin), code: target.value },
        ...(isBeside ? { after: item.value } : {})
      })
    }
    yield* requireFree(draft, target)
    const { code, deprecated: _, ...license } = yield* getLicense(draft, codeOf(item))
    return [
      createFile(target, plainContent({ code: codeOf(target), ...license, config: draft.configs.get(code) ?? {} }))
    ]
  })

/** Without the fields that name values of the same dimension, which do not exist in another one. */
const withoutKin = Object.fromEntries(
  namingFields.value.flatMap(([name, kind]) => (kind === "value" ? [[name, undefined]] : []))
)

interface SplitItem extends NewTexts {
  readonly item: ItemRef
  readonly into: ReadonlyArray<string>
  readonly reason?: string | undefined
}

/** Splits an item: adds the values that do not exist, and deprecates the old one in favour of all of them together. */
export const splitItem = (draft: Draft, { into, item, reason, ...texts }: SplitItem): Changes =>
  Result.gen(function* () {
    const { added, changes } = yield* addMissing(draft, item, into, texts)
    const deprecated = yield* deprecateItem(draft, { item, replacedBy: into, allOf: true, added, reason })
    return [...changes, ...deprecated]
  })

interface MergeItems extends NewTexts {
  readonly items: ReadonlyArray<ItemRef>
  readonly into: string
  readonly reason?: string | undefined
}

/** Merges items into one: adds it if it does not exist, and deprecates all others in its favour. */
export const mergeItems = (draft: Draft, { into, items, reason, ...texts }: MergeItems): Changes =>
  Result.gen(function* () {
    const [first] = items
    if (first === undefined) return []
    const stranger = items.find((item) => item._tag !== first._tag || dimensionOf(item) !== dimensionOf(first))
    if (stranger !== undefined) {
      const problem = stranger._tag === first._tag ? "different-dimensions" : "different-kinds"
      return yield* refuse(problem, formatItem(first), formatItem(stranger))
    }
    const replaced = items.filter((item) =>
      item._tag === "Value" ? !isSameItem(item, targetOf(item, into)) : formatItem(item) !== into
    )
    if (replaced.length === 0) return yield* refuse("merges-itself", formatItem(first))
    const { added, changes } = yield* addMissing(draft, first, [into], texts)
    const all = [...changes]
    for (const item of replaced) {
      all.push(...(yield* deprecateItem(draft, { item, replacedBy: [into], allOf: false, added, reason })))
    }
    return all
  })

/** Adds the values among the names that do not exist. Dimensions and licenses must exist, since they need more than texts. */
const addMissing = (draft: Draft, item: ItemRef, names: ReadonlyArray<string>, given: NewTexts) =>
  Result.gen(function* () {
    const targets = item._tag === "Value" ? names.map((name) => targetOf(item, name)) : []
    const missing = targets.filter((target) => !existsIn(draft, target))
    const { definitions, descriptions, labels } = given
    for (const [option, texts] of Object.entries({
      label: labels,
      description: descriptions,
      definition: definitions
    })) {
      const lacking = missing[texts.length]
      if (lacking !== undefined && (texts !== definitions || texts.length > 0))
        return yield* refuse("texts-missing", formatItem(lacking), option)
      if (texts.length > missing.length) return yield* refuse("texts-unused", option)
    }
    const changes: Array<DraftChange> = []
    for (const [index, { dimension, value: code }] of missing.entries()) {
      const [label = "", description = "", definition] = [labels, descriptions, definitions].map(
        (texts) => texts[index]
      )
      const value = { code, label, description, definition }
      changes.push(...(yield* addValue(draft, { dimension, value })))
    }
    return { added: missing, changes }
  })

/** The value that a name means beside another: a code of the same dimension, or `dimension/CODE`. */
const targetOf = ({ dimension }: Extract<ItemRef, { _tag: "Value" }>, name: string) => {
  const [other = "", code] = name.split("/")
  return code === undefined
    ? { _tag: "Value" as const, dimension, value: name }
    : { _tag: "Value" as const, dimension: other, value: code }
}

const dimensionOf = (item: ItemRef): string => (item._tag === "Value" ? item.dimension : "")
