import type {
  ContractRelease,
  ItemDeprecation,
  ItemReplacement
} from "../../../src/domain/contracts/ContractRelease.ts"
import { dimensionRef, toItemId, valueRef, type ItemId, type ItemRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import type { Shape } from "../../../src/domain/taxonomy/Scalars.ts"
import type { ConflictRule } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** A dimension or value by its name: `use_type` or `use_type/editorial`. */
export const itemOf = (name: string): ItemRef => {
  const [dimension = "", value] = name.split("/")
  return value === undefined ? dimensionRef(dimension) : valueRef(dimension, value)
}

/** `A`, `A | B` if each of them replaces an item, `A & B` if they do together, and nothing for no replacement. */
export const replacementOf = (text: string): ItemReplacement => ({
  mode: text.includes("&") ? "all_of" : "one_of",
  items: text
    .split(/[ &|]+/)
    .filter((name) => name !== "")
    .map(itemOf)
})

interface Parts {
  readonly required?: ReadonlyArray<string>
  /** The territories of dimensions of parts of countries. */
  readonly refines?: Readonly<Record<string, string>>
  readonly rules?: ReadonlyArray<ConflictRule>
  /** Replacements by the names of items. */
  readonly deprecated?: Readonly<Record<string, string>>
  readonly removed?: Readonly<Record<string, string>>
  /** Versions by the names of items; those of rules begin with `rules/`. */
  readonly added?: Readonly<Record<string, string>>
}

/** A release of dimensions, each with its shape and its codes: `{ use_type: "multiple editorial educational" }`. */
export const contractRelease = (
  version: string,
  dimensions: Readonly<Record<string, string>>,
  { added = {}, deprecated = {}, refines = {}, removed = {}, required = [], rules = [] }: Parts = {}
): ContractRelease => ({
  version,
  dimensions: Object.entries(dimensions).map(([name, text]) => {
    const [shape = "", ...codes] = text.split(" ")
    const refined = refines[name]
    return {
      name,
      shape: toShape(shape),
      required: required.includes(name),
      ...(refined === undefined ? {} : { refines: refined }),
      values: codes.map((code) => ({ code }))
    }
  }),
  rules,
  deprecations: entriesOf(deprecated, deprecationOf),
  removed: entriesOf(removed, (text) => ({ removed_in: version, replacement: replacementOf(text), reason: undefined })),
  added: entriesOf(added, (text) => text)
})

export const deprecationOf = (replacement: string): ItemDeprecation => ({
  replacement: replacementOf(replacement),
  reason: undefined,
  since: { version: "1.1.0", date: "2026-02-01T00:00:00Z" },
  earliest_removal: { version: "2.0.0", date: "2026-08-01", after: ["1.2.0"], deprecated_in: undefined }
})

const entriesOf = <A>(record: Readonly<Record<string, string>>, toFact: (text: string) => A): ReadonlyMap<ItemId, A> =>
  new Map(
    Object.entries(record).map(([name, text]) => [
      name.startsWith("rules/") ? (`rule ${name.slice("rules/".length)}` as const) : toItemId(itemOf(name)),
      toFact(text)
    ])
  )

const toShape = (text: string): Shape =>
  text === "single" || text === "territory" || text === "flags" ? text : "multiple"
