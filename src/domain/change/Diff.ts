import { canonicalJson } from "../ledger/CanonicalJson.ts"
import type { Config } from "../taxonomy/Config.ts"
import type { ConflictRule } from "../taxonomy/ConflictRule.ts"
import type { Deprecation, Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Change } from "./Change.ts"

/**
 * The changes that lead from one snapshot to another, in a fixed order: the taxonomy itself, then dimensions with
 * their values, licenses, and rules, each by name. `apply(before, diff(before, after))` equals `after`.
 */
export const diff = (before: Taxonomy, after: Taxonomy): ReadonlyArray<Change> => {
  const dimensions = pair(before.dimensions, after.dimensions, ({ name }) => name)
  const added = new Set(dimensions.filter(isAdded).map(([name]) => name))
  return [
    ...headerChanges(before, after),
    ...dimensions.flatMap(([name, old, now]) => dimensionChanges(name, old, now)),
    ...pair(before.licenses, after.licenses, ({ code }) => code).flatMap(([code, old, now]) =>
      licenseChanges(code, old, now, added)
    ),
    ...pair(before.rules, after.rules, ({ id }) => id).flatMap(([id, old, now]) => ruleChanges(id, old, now))
  ]
}

type Changes = ReadonlyArray<Change>

/** An item of either side under its key; one side may lack it, never both. */
type Pair<A> = readonly [key: string, before: A | undefined, after: A | undefined]

const isAdded = <A>([, before]: Pair<A>): boolean => before === undefined

const pair = <A>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  keyOf: (item: A) => string
): ReadonlyArray<Pair<A>> => {
  const olds = new Map(before.map((item) => [keyOf(item), item]))
  const news = new Map(after.map((item) => [keyOf(item), item]))
  const keys = [...new Set([...olds.keys(), ...news.keys()])].sort()
  return keys.map((key) => [key, olds.get(key), news.get(key)])
}

const equal = (left: unknown, right: unknown): boolean =>
  left === right || canonicalJson(left ?? null) === canonicalJson(right ?? null)

const headerChanges = (before: Taxonomy, after: Taxonomy): Changes => {
  const changes: Array<Change> = []
  if (before.namespace !== after.namespace) {
    changes.push({ kind: "namespace-changed", bump: "major", before: before.namespace, after: after.namespace })
  }
  const titles = [before, after].map(({ description, title }) => ({ title, description }))
  const [old, now] = titles
  if (old !== undefined && now !== undefined && !equal(old, now)) {
    changes.push({ kind: "title-changed", bump: "patch", before: old, after: now })
  }
  return changes
}

const dimensionChanges = (dimension: string, old: Dimension | undefined, now: Dimension | undefined): Changes => {
  if (now === undefined) return [{ kind: "dimension-removed", bump: "major", dimension }]
  if (old === undefined) {
    return [{ kind: "dimension-added", bump: now.required ? "major" : "minor", dimension, after: now }]
  }
  const changes: Array<Change> = []
  if (old.shape !== now.shape) {
    changes.push({ kind: "dimension-shape-changed", bump: "major", dimension, before: old.shape, after: now.shape })
  }
  if (old.required !== now.required) {
    const [before, after] = [old.required, now.required]
    changes.push({ kind: "dimension-requirement-changed", bump: "major", dimension, before, after })
  }
  if (old.definition !== now.definition) {
    changes.push({ kind: "dimension-definition-changed", bump: "major", dimension, ...definitions(old, now) })
  }
  if (old.label !== now.label || old.description !== now.description) {
    changes.push({ kind: "dimension-text-changed", bump: "patch", dimension, ...textsOf(old, now) })
  }
  changes.push(...deprecationChanges("dimension", { dimension }, old.deprecated, now.deprecated))
  changes.push(...valuesChanges(dimension, old.values, now.values))
  return changes
}

const valuesChanges = (dimension: string, old: ReadonlyArray<Value>, now: ReadonlyArray<Value>): Changes => {
  if (old === now) return []
  // Mostly every value is where it was, and there may be many.
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
  const reordered: Changes = equal(before, after)
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
  if (old === undefined) return [{ kind: "value-added", bump: "minor", ...item, index, after: now }]
  const changes: Array<Change> = []
  if (old.definition !== now.definition) {
    changes.push({ kind: "value-definition-changed", bump: "major", ...item, ...definitions(old, now) })
  }
  if (old.label !== now.label || old.description !== now.description) {
    changes.push({ kind: "value-text-changed", bump: "patch", ...item, ...textsOf(old, now) })
  }
  changes.push(...deprecationChanges("value", item, old.deprecated, now.deprecated))
  return changes
}

const licenseChanges = (
  license: string,
  old: License | undefined,
  now: License | undefined,
  addedDimensions: ReadonlySet<string>
): Changes => {
  if (now === undefined) return [{ kind: "license-removed", bump: "major", license }]
  if (old === undefined) return [{ kind: "license-added", bump: "minor", license, after: now }]
  const changes: Array<Change> = []
  if (!equal(old.config, now.config)) {
    const bump = equal(old.config, without(now.config, addedDimensions)) ? "minor" : "major"
    changes.push({ kind: "license-config-changed", bump, license, before: old.config, after: now.config })
  }
  if (old.name !== now.name || old.description !== now.description) {
    const before = { name: old.name, description: old.description }
    const after = { name: now.name, description: now.description }
    changes.push({ kind: "license-text-changed", bump: "patch", license, before, after })
  }
  changes.push(...deprecationChanges("license", { license }, old.deprecated, now.deprecated))
  return changes
}

const ruleChanges = (rule: string, old: ConflictRule | undefined, now: ConflictRule | undefined): Changes => {
  if (now === undefined) return [{ kind: "rule-removed", bump: "minor", rule }]
  if (old === undefined) return [{ kind: "rule-added", bump: "major", rule, after: now }]
  const changes: Array<Change> = []
  if (!equal(old.forbid, now.forbid)) {
    changes.push({ kind: "rule-condition-changed", bump: "major", rule, before: old.forbid, after: now.forbid })
  }
  if (old.description !== now.description) {
    const [before, after] = [old.description, now.description]
    changes.push({ kind: "rule-text-changed", bump: "patch", rule, before, after })
  }
  return changes
}

interface Items {
  readonly dimension: { readonly dimension: string }
  readonly value: { readonly dimension: string; readonly value: string }
  readonly license: { readonly license: string }
}

const deprecationChanges = <Type extends keyof Items>(
  type: Type,
  item: Items[Type],
  before: Deprecation | undefined,
  after: Deprecation | undefined
): Changes => {
  if (equal(before, after)) return []
  const record =
    before === undefined
      ? { kind: `${type}-deprecated`, bump: "minor", ...item, after }
      : after === undefined
        ? { kind: `${type}-undeprecated`, bump: "minor", ...item, before }
        : { kind: `${type}-deprecation-changed`, bump: "patch", ...item, before, after }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signature holds `type` and `item` together
  return [record as Change]
}

const definitions = (
  old: { readonly definition?: string },
  now: { readonly definition?: string }
): { readonly before?: string; readonly after?: string } => ({
  ...(old.definition === undefined ? {} : { before: old.definition }),
  ...(now.definition === undefined ? {} : { after: now.definition })
})

const textsOf = (old: Texts, now: Texts) => ({
  before: { label: old.label, description: old.description },
  after: { label: now.label, description: now.description }
})

interface Texts {
  readonly label: string
  readonly description: string
}

const without = (config: Config, dimensions: ReadonlySet<string>): Config =>
  Object.fromEntries(Object.entries(config).filter(([dimension]) => !dimensions.has(dimension)))
