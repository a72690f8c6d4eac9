import { canonicalJson } from "../ledger/CanonicalJson.ts"
import type { Config } from "../taxonomy/Config.ts"
import type { ConflictRule } from "../taxonomy/ConflictRule.ts"
import type { Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Change, FieldChange, Flat, ItemName } from "./Change.ts"
import type { Items } from "./Fields.ts"
import { recordingsOf, type Recording } from "./Recording.ts"

/**
 * The changes that lead from one snapshot to another, in a fixed order: the taxonomy itself, then dimensions with
 * their values, licenses, and rules, each by name. `apply(before, diff(before, after))` equals `after`.
 */
export const diff = (before: Taxonomy, after: Taxonomy): ReadonlyArray<Change> => {
  const dimensions = pair(before.dimensions, after.dimensions, ({ name }) => name)
  const added = new Set(dimensions.filter(isAdded).map(([name]) => name))
  return [
    ...fieldChanges("taxonomy", {}, before, after),
    ...dimensions.flatMap(([name, old, now]) => dimensionChanges(name, old, now)),
    ...pair(before.licenses, after.licenses, ({ code }) => code).flatMap(([code, old, now]) =>
      licenseChanges(code, old, now, added)
    ),
    ...pair(before.rules, after.rules, ({ id }) => id).flatMap(([id, old, now]) => ruleChanges(id, old, now))
  ]
}

type Changes = ReadonlyArray<Change>

/** An item before and after, by its name. It is missing on one side at most. */
type Pair<A> = readonly [name: string, before: A | undefined, after: A | undefined]

const isAdded = <A>([, before]: Pair<A>): boolean => before === undefined

const pair = <A>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  nameOf: (item: A) => string
): ReadonlyArray<Pair<A>> => {
  const olds = new Map(before.map((item) => [nameOf(item), item]))
  const news = new Map(after.map((item) => [nameOf(item), item]))
  const names = [...new Set([...olds.keys(), ...news.keys()])].sort()
  return names.map((name) => [name, olds.get(name), news.get(name)])
}

const dimensionChanges = (dimension: string, old: Dimension | undefined, now: Dimension | undefined): Changes => {
  if (now === undefined) return [{ kind: "dimension-removed", bump: "major", dimension }]
  if (old === undefined) {
    return [{ kind: "dimension-added", bump: now.required ? "major" : "minor", dimension, after: now }]
  }
  return [...fieldChanges("dimension", { dimension }, old, now), ...valuesChanges(dimension, old.values, now.values)]
}

const valuesChanges = (dimension: string, old: ReadonlyArray<Value>, now: ReadonlyArray<Value>): Changes => {
  if (old === now) return []
  // Most values keep their position, and there may be many.
  if (old.length === now.length && old.every(({ code }, index) => code === now[index]?.code)) {
    return now.flatMap((value, index) => valueChanges(dimension, old[index], value, index))
  }
  const olds = new Map(old.map((value) => [value.code, value]))
  const news = new Set(now.map(({ code }) => code))
  const removed = old.flatMap(({ code }): Changes =>
    news.has(code) ? [] : [{ kind: "value-removed", bump: "major", dimension, value: code }]
  )
  const before = old.map(({ code }) => code).filter((code) => news.has(code))
  const after = now.map(({ code }) => code).filter((code) => olds.has(code))
  const reordered: Changes = isEqual(before, after)
    ? []
    : [{ kind: "values-reordered", bump: "patch", dimension, before, after }]
  return [
    ...removed,
    ...reordered,
    ...now.flatMap((value, index) => valueChanges(dimension, olds.get(value.code), value, index))
  ]
}

const valueChanges = (dimension: string, old: Value | undefined, now: Value, index: number): Changes => {
  const item = { dimension, value: now.code }
  return old === undefined
    ? [{ kind: "value-added", bump: "minor", ...item, index, after: now }]
    : fieldChanges("value", item, old, now)
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

const ruleChanges = (rule: string, old: ConflictRule | undefined, now: ConflictRule | undefined): Changes => {
  if (now === undefined) return [{ kind: "rule-removed", bump: "minor", rule }]
  if (old === undefined) return [{ kind: "rule-added", bump: "major", rule, after: now }]
  return fieldChanges("rule", { rule }, old, now)
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

const none: ReadonlyArray<never> = []

const recordChange = ({ describe, isShared, names }: Recording, item: object, before: AnyItem, after: AnyItem) => {
  const [name = ""] = names
  const [old, now] = isShared
    ? [before, after].map((side) => Object.fromEntries(names.map((field) => [field, side[field]])))
    : [before[name], after[name]]
  const { bump, kind } = describe(old, now)
  const sides = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FieldChange is derived from the same table
  return { kind, bump, ...item, ...sides } as FieldChange
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || canonicalJson(left ?? null) === canonicalJson(right ?? null)

const without = (config: Config, dimensions: ReadonlySet<string>): Config =>
  Object.fromEntries(Object.entries(config).filter(([dimension]) => !dimensions.has(dimension)))
