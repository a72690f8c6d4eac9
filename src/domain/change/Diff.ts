import type { Config } from "../taxonomy/Config.ts"
import { formatItem, type ItemRef } from "../taxonomy/ItemRef.ts"
import { byCodeUnits } from "../taxonomy/Names.ts"
import { sortedBy } from "../taxonomy/Normalize.ts"
import { isBinding } from "../taxonomy/Rules.ts"
import type { ConflictRule, Dimension, Items, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"
import { snapshotOf, valuesByCode } from "../vocabulary/Snapshot.ts"
import { type Change, type FieldChange, type Flat, type ItemName, changedItem } from "./Change.ts"
import { recordingsOf, type Recording } from "./Recording.ts"

/**
 * The changes that lead from one snapshot to another, in a fixed order: the taxonomy itself, then dimensions with
 * their values, licenses, and rules, each by name. `apply(before, diff(before, after))` equals `after`.
 */
export const diff = (before: Taxonomy, after: Taxonomy): Changes =>
  [...differences(before, after)].flatMap((step) => step.flatMap(({ changes }) => changes))

/** The changes of one item, which is missing on one side at most. */
export interface ItemDifference {
  readonly changes: Changes
  readonly before: Items[keyof Items] | undefined
  readonly after: Items[keyof Items] | undefined
}

/** The same changes in steps that each take about a millisecond, however large the snapshots are. */
export function* differences(before: Taxonomy, after: Taxonomy): Differences {
  yield difference(fieldChanges("taxonomy", {}, before, after), before, after)
  const added = new Set<string>()
  for (const [name, old, now] of pair(before.dimensions, after.dimensions, ({ name }) => name)) {
    if (old === undefined) added.add(name)
    yield* dimensionDifferences(name, old, now)
  }
  yield* inSteps(
    pair(before.licenses, after.licenses, ({ code }) => code),
    ([code, old, now]) => difference(licenseChanges(code, old, now, added), old, now)
  )
  yield* inSteps(
    pair(before.rules, after.rules, ({ id }) => id),
    ([id, old, now]) => difference(ruleChanges(id, old, now, added), old, now)
  )
}

type Changes = ReadonlyArray<Change>

const none: ReadonlyArray<never> = []

type Differences = Generator<ReadonlyArray<ItemDifference>, void>

const difference = (
  changes: Changes,
  before: ItemDifference["before"],
  after: ItemDifference["after"]
): ReadonlyArray<ItemDifference> => (changes.length === 0 ? none : [{ changes, before, after }])

/** What is found in items, some hundreds of them at a time. */
function* inSteps<A, B>(items: Iterable<A>, find: (item: A) => ReadonlyArray<B>): Generator<ReadonlyArray<B>, void> {
  let step: Array<B> = []
  let count = 0
  for (const item of items) {
    step.push(...find(item))
    count += 1
    if (count % stepSize === 0) {
      yield step
      step = []
    }
  }
  yield step
}

const stepSize = 512

/** An item before and after, by its name. It is missing on one side at most. */
type Pair<A> = readonly [name: string, before: A | undefined, after: A | undefined]

/** Pairs the items of two lists by name, in its order, which snapshots have already. */
function* pair<A>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  nameOf: (item: A) => string
): Generator<Pair<A>, void> {
  const [olds, news] = [sorted(before, nameOf), sorted(after, nameOf)]
  let [old, now] = [0, 0]
  while (old < olds.length || now < news.length) {
    const [left, right] = [olds[old], news[now]]
    const order = left === undefined ? 1 : right === undefined ? -1 : byCodeUnits(nameOf(left), nameOf(right))
    const first = order > 0 ? right : left
    if (first !== undefined) yield [nameOf(first), order > 0 ? undefined : left, order < 0 ? undefined : right]
    if (order <= 0) old += 1
    if (order >= 0) now += 1
  }
}

const sorted = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string): ReadonlyArray<A> =>
  items.every((item, index) => {
    const next = items[index + 1]
    return next === undefined || nameOf(item) < nameOf(next)
  })
    ? items
    : sortedBy(items, nameOf)

function* dimensionDifferences(dimension: string, old: Dimension | undefined, now: Dimension | undefined): Differences {
  if (now === undefined) {
    yield difference([{ kind: "dimension-removed", bump: "major", dimension }], old, now)
  } else if (old === undefined) {
    const bump = now.required ? "major" : "minor"
    yield difference([{ kind: "dimension-added", bump, dimension, after: now }], old, now)
  } else {
    yield difference(fieldChanges("dimension", { dimension }, old, now), old, now)
    yield* valuesDifferences(dimension, old, now)
  }
}

function* valuesDifferences(dimension: string, before: Dimension, after: Dimension): Differences {
  const [old, now] = [before.values, after.values]
  if (old === now) return
  // Most values keep their position, and there may be many.
  if (beginsWith(old, now, ({ code }) => code)) {
    let index = 0
    yield* inSteps(now, (value) => valueDifference(after, old[index], value, index++))
    return
  }
  const olds = yield* indexInSteps(old)
  const news = yield* indexInSteps(now)
  yield* inSteps(old, (value) =>
    news.has(value.code)
      ? none
      : difference([{ kind: "value-removed", bump: "major", dimension, value: value.code }], value, undefined)
  )
  const stayed = yield* codesIn(old, news)
  const stay = yield* codesIn(now, olds)
  if (!beginsWith(stayed, stay, (code) => code)) {
    const change = { kind: "values-reordered", bump: "patch", dimension, before: stayed, after: stay } as const
    yield difference([change], before, after)
  }
  let index = 0
  yield* inSteps(now, (value) => valueDifference(after, olds.get(value.code), value, index++))
}

/** True if a list is the other one, or the beginning of it. */
const beginsWith = <A>(left: ReadonlyArray<A>, right: ReadonlyArray<A>, nameOf: (item: A) => string): boolean =>
  left.every((item, index) => {
    const other = right[index]
    return other !== undefined && nameOf(item) === nameOf(other)
  })

type Steps<A> = Generator<ReadonlyArray<never>, A>

function* indexInSteps(values: ReadonlyArray<Value>): Steps<ReadonlyMap<string, Value>> {
  const index = new Map<string, Value>()
  for (const value of values) {
    index.set(value.code, value)
    if (index.size % maxIndexed === 0) yield none
  }
  return index
}

const maxIndexed = 4096

function* codesIn(values: ReadonlyArray<Value>, index: ReadonlyMap<string, Value>): Steps<ReadonlyArray<string>> {
  const codes: Array<string> = []
  for (const [position, { code }] of values.entries()) {
    if (index.has(code)) codes.push(code)
    if (position % maxIndexed === 0) yield none
  }
  return codes
}

const valueDifference = (dimension: Dimension, old: Value | undefined, now: Value, index: number) =>
  difference(valueChanges(dimension, old, now, index), old, now)

const valueChanges = (dimension: Dimension, old: Value | undefined, now: Value, index: number): Changes => {
  const item = { dimension: dimension.name, value: now.code }
  if (old === undefined) return [{ kind: "value-added", bump: "minor", ...item, index, after: now }]
  return fieldChanges("value", item, old, now).map((change) => {
    const key =
      change.kind === "value-broader-changed"
        ? "broader"
        : change.kind === "value-includes-changed"
          ? "includes"
          : undefined
    // A value put in between takes away nothing that programs could conclude.
    return key !== undefined && change.bump === "major" && reachesAll(dimension, now, key, old[key] ?? [])
      ? { ...change, bump: "minor" }
      : change
  })
}

/** True if a value leads to all of the codes through a field that names values of its dimension. */
const reachesAll = (
  dimension: Dimension,
  value: Value,
  key: "broader" | "includes",
  codes: ReadonlyArray<string>
): boolean => {
  const values = valuesByCode(dimension.values)
  const reached = new Set<string>(value[key])
  // A set also visits what is added to it on the way.
  for (const code of reached) for (const next of values.get(code)?.[key] ?? []) reached.add(next)
  return codes.every((code) => reached.has(code))
}

const licenseChanges = (
  license: string,
  old: License | undefined,
  now: License | undefined,
  addedDimensions: ReadonlySet<string>
): Changes => {
  if (now === undefined) return [{ kind: "license-removed", bump: "major", license }]
  if (old === undefined) return [{ kind: "license-added", bump: "minor", license, after: now }]
  return fieldChanges("license", { license }, old, now).map((change) =>
    change.kind === "license-config-changed" && isEqual(change.before, without(change.after, addedDimensions))
      ? { ...change, bump: "minor" }
      : change
  )
}

const ruleChanges = (
  rule: string,
  old: ConflictRule | undefined,
  now: ConflictRule | undefined,
  addedDimensions: ReadonlySet<string>
): Changes => {
  if (now === undefined) return [{ kind: "rule-removed", bump: "minor", rule }]
  if (old === undefined) {
    // A dimension that a config leaves unset meets no condition, so no existing config can violate such a rule.
    const isHarmless =
      !isBinding(now) || Object.keys(now.forbid ?? now.when ?? {}).some((dimension) => addedDimensions.has(dimension))
    return [{ kind: "rule-added", bump: isHarmless ? "minor" : "major", rule, after: now }]
  }
  const changes = fieldChanges("rule", { rule }, old, now)
  // What an advice says makes no config invalid.
  return isBinding(now)
    ? changes
    : changes.map((change) => (change.bump === "major" ? { ...change, bump: "minor" } : change))
}

/** The changes of an item's fields, as the table of fields records them. */
const fieldChanges = <Type extends keyof Items>(
  type: Type,
  item: ItemName[Type],
  before: Flat<Items[Type]>,
  after: Flat<Items[Type]>
): ReadonlyArray<FieldChange> => {
  if (isUnchanged(before, after)) return none
  return recordingsOf(type)
    .filter(({ names }) => !areEqual(names, before, after))
    .map((recording) => recordChange(recording, item, before, after))
}

/** True if all fields are identical: nearly all items are, and there may be many. `for in` is the fastest way to see it. */
const isUnchanged = (before: AnyItem, after: AnyItem): boolean => {
  let more = 0
  for (const name in before) {
    if (before[name] !== after[name]) return false
    more -= 1
  }
  for (const _ in after) more += 1
  return more === 0
}

const areEqual = (names: ReadonlyArray<string>, before: AnyItem, after: AnyItem): boolean =>
  names.every((name) => isEqual(before[name], after[name]))

type AnyItem = Readonly<Record<string, unknown>>

const recordChange = ({ describe, isShared, names }: Recording, item: object, before: AnyItem, after: AnyItem) => {
  const [name = ""] = names
  const [old, now] = isShared
    ? [before, after].map((side) =>
        Object.fromEntries(names.flatMap((field) => (side[field] === undefined ? [] : [[field, side[field]]])))
      )
    : [before[name], after[name]]
  const { bump, kind } = describe(old, now)
  const sides = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FieldChange is derived from the same table
  return { kind, bump, ...item, ...sides } as FieldChange
}

/** True for JSON values with the same content. A member that is `undefined` is a missing one. */
export const isEqual = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false
  return Object.keys({ ...left, ...right }).every((name) => isEqual(left[name], right[name]))
}

const isContainer = (value: unknown): value is AnyItem => typeof value === "object" && value !== null

const without = (config: Config, dimensions: ReadonlySet<string>): Config =>
  Object.fromEntries(Object.entries(config).filter(([dimension]) => !dimensions.has(dimension)))

/** A translation of a changed item. */
export interface TranslationChange {
  /** `undefined` for the taxonomy itself. */
  readonly item: ItemRef | undefined
  readonly language: string
  /** The name of the text, such as `label`. */
  readonly text: string
  /** Leads from the item to the translation. */
  readonly path: ReadonlyArray<string>
  /** The text in the sources' own language, before and after. */
  readonly source: { readonly before: unknown; readonly after: unknown }
  /** True if the source text changed, and its translation stayed. False for a new translation. */
  readonly isStale: boolean
}

/** The translations that changed between two snapshots, and those that stayed although the text that they translate changed. */
export const translationChanges = (
  before: Taxonomy,
  after: Taxonomy,
  changes: ReadonlyArray<Change>
): ReadonlyArray<TranslationChange> => {
  const items = new Map(changes.map(changedItem).map((item) => [item && formatItem(item), item]))
  return [...items.values()].flatMap((item) => {
    const [was, is] = item === undefined ? [before, after] : [snapshotOf(before).get(item), snapshotOf(after).get(item)]
    if (was === undefined || is === undefined) return []
    return [
      ...compareTexts(item, was, is, []),
      ...compareTexts(item, deprecationOf(was), deprecationOf(is), ["deprecated"])
    ]
  })
}

interface Translated {
  readonly translations?: Translations
}

const deprecationOf = (item: object): (Translated & object) | undefined =>
  "deprecated" in item && typeof item.deprecated === "object" && item.deprecated !== null ? item.deprecated : undefined

const compareTexts = (
  item: ItemRef | undefined,
  before: Translated & object = {},
  after: Translated & object = {},
  path: ReadonlyArray<string>
): ReadonlyArray<TranslationChange> =>
  Object.entries(after.translations ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([text, translation]): ReadonlyArray<TranslationChange> => {
      const isSame = isEqual(translation, before.translations?.[language]?.[text])
      const source: TranslationChange["source"] = { before: Reflect.get(before, text), after: Reflect.get(after, text) }
      const isStale = isSame && source.before !== undefined && !isEqual(source.before, source.after)
      return isSame && !isStale
        ? []
        : [{ item, language, text, path: [...path, "translations", language, text], source, isStale }]
    })
  )
