import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { conflictRuleRef, dimensionRef, isSameItem, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"

export type Item = Dimension | Value | License | ConflictRule

/** An item of a snapshot, with its reference. */
export type SnapshotItem =
  | { readonly _tag: "Dimension"; readonly item: ItemRef; readonly content: Dimension }
  | { readonly _tag: "Value"; readonly item: ItemRef; readonly dimension: string; readonly content: Value }
  | { readonly _tag: "License"; readonly item: ItemRef; readonly content: License }
  | { readonly _tag: "ConflictRule"; readonly item: ItemRef; readonly content: ConflictRule }

/** Texts that have translations: those of an item, of its deprecation, or of the taxonomy itself. */
export interface TranslatableTexts {
  /** `undefined` for the texts of the taxonomy itself. */
  readonly item: ItemRef | undefined
  /** Leads from the item to the translations. */
  readonly path: ReadonlyArray<string>
  /** The texts in the sources' own language, among other fields. */
  readonly texts: object
  readonly translations: Translations
}

/** The indexed form of a taxonomy. There is one for each, and nothing is indexed before somebody asks for it. */
export class Snapshot {
  readonly taxonomy: Taxonomy

  constructor(taxonomy: Taxonomy) {
    this.taxonomy = taxonomy
  }

  dimension(name: string): Dimension | undefined {
    return dimensionsByName(this.taxonomy.dimensions).get(name)
  }

  value(dimension: string, code: string): Value | undefined {
    const found = this.dimension(dimension)
    return found === undefined ? undefined : valuesByCode(found.values).get(code)
  }

  /** The kinds directly below a value, in their order. */
  narrower(dimension: string, code: string): ReadonlyArray<Value> {
    return this.dimension(dimension)?.values.filter(({ broader = [] }) => broader.includes(code)) ?? []
  }

  license(code: string): License | undefined {
    return licensesByCode(this.taxonomy.licenses).get(code)
  }

  rule(id: string): ConflictRule | undefined {
    return rulesById(this.taxonomy.rules).get(id)
  }

  /** The dimensions in the order of forms and pages: group by group, and then the others. */
  dimensionsInOrder(): ReadonlyArray<Dimension> {
    const { dimensions, groups = [] } = this.taxonomy
    if (groups.length === 0) return dimensions
    const grouped = groups.flatMap((group) => group.dimensions.flatMap((name) => this.dimension(name) ?? []))
    const names = new Set(grouped.map(({ name }) => name))
    return [...grouped, ...dimensions.filter(({ name }) => !names.has(name))]
  }

  /** The values in the order of the dimensions, a shared one only where it is kept. */
  valuesInOrder(): ReadonlyArray<{ readonly dimension: string; readonly value: Value }> {
    return this.dimensionsInOrder().flatMap(({ name, values }) =>
      values.flatMap((value) => {
        const item = valueRef(name, value.code)
        return isSameItem(this.ownerOf(item), item) ? [{ dimension: name, value }] : []
      })
    )
  }

  /** An item with all its fields. */
  get(item: ItemRef): Item | undefined {
    switch (item._tag) {
      case "Dimension":
        return this.dimension(item.dimension)
      case "Value":
        return this.value(item.dimension, item.value)
      case "License":
        return this.license(item.license)
      case "ConflictRule":
        return this.rule(item.rule)
    }
  }

  /** The value of another dimension that a value is, without any difference, through `values_of`; or else the item itself. */
  ownerOf(item: ItemRef): ItemRef {
    if (item._tag !== "Value") return item
    const value = this.value(item.dimension, item.value)
    if (value === undefined) return item
    const visited = new Set([item.dimension])
    for (let name = item.dimension; ;) {
      const next = this.dimension(name)?.values_of
      const isShared = next !== undefined && !visited.has(next) && isSame(this.value(next, item.value), value)
      if (!isShared) return name === item.dimension ? item : valueRef(name, item.value)
      visited.add(next)
      name = next
    }
  }

  /** The label of an item, or the name of a license. `undefined` for a conflict rule and for what the snapshot lacks. */
  labelOf(item: ItemRef): string | undefined {
    const found = this.get(item)
    return found && labelIn(found)
  }

  /**
   * The items in the snapshot's order, each dimension before its values: those that `isWanted` accepts, since to refer to
   * each of 100,000 values takes 100 ms.
   */
  *items(isWanted: ItemFilter = () => true): Generator<SnapshotItem, void> {
    const { dimensions, licenses, rules } = this.taxonomy
    for (const dimension of dimensions) {
      const { name } = dimension
      if (isWanted(dimension, "Dimension", name))
        yield { _tag: "Dimension", item: dimensionRef(name), content: dimension }
      for (const content of dimension.values) {
        if (isWanted(content, "Value", name))
          yield { _tag: "Value", item: valueRef(name, content.code), dimension: name, content }
      }
    }
    for (const content of licenses) {
      if (isWanted(content, "License")) yield { _tag: "License", item: licenseRef(content.code), content }
    }
    for (const content of rules) {
      if (isWanted(content, "ConflictRule")) yield { _tag: "ConflictRule", item: conflictRuleRef(content.id), content }
    }
  }
}

// Values of a draft are shared by identity, those of a published body by content.
const isSame = (left: Value | undefined, right: Value): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** `dimension` is that of a value, or the name of a dimension. */
type ItemFilter = (content: Item, kind: SnapshotItem["_tag"], dimension?: string) => boolean

/** The label of an item, or the name of a license. */
export const labelIn = (content: Item): string | undefined =>
  "label" in content ? content.label : "config" in content ? content.name : undefined

/** The snapshot of a taxonomy. */
export const snapshotOf = /* @__PURE__ */ memoizeByIdentity((taxonomy: Taxonomy) => new Snapshot(taxonomy))

/** All translated texts, in the snapshot's order. */
export function* translatedTextsOf(taxonomy: Taxonomy): Generator<TranslatableTexts, void> {
  yield* translated(undefined, taxonomy)
  for (const { content, item } of snapshotOf(taxonomy).items(mayBeTranslated)) yield* translated(item, content)
}

/** The tags of all languages that a release has translations in, sorted. */
export const languagesOf = /* @__PURE__ */ memoizeByIdentity((taxonomy: Taxonomy): ReadonlyArray<string> =>
  [...new Set(Array.from(translatedTextsOf(taxonomy), ({ translations }) => Object.keys(translations)).flat())].sort()
)

/** True for an item with translations, or with a deprecation, which may have them. Few of many values have either. */
const mayBeTranslated = (content: Item): boolean => "translations" in content || "deprecated" in content

// By list, since most releases leave most lists as they are.
const indexBy = <A>(nameOf: (item: A) => string) =>
  memoizeByIdentity(
    (items: ReadonlyArray<A>): ReadonlyMap<string, A> => new Map(items.map((item) => [nameOf(item), item]))
  )

const dimensionsByName = /* @__PURE__ */ indexBy(({ name }: Dimension) => name)
export const valuesByCode = /* @__PURE__ */ indexBy(({ code }: Value) => code)
const licensesByCode = /* @__PURE__ */ indexBy(({ code }: License) => code)
const rulesById = /* @__PURE__ */ indexBy(({ id }: ConflictRule) => id)

interface Texts {
  readonly translations?: Translations
  readonly deprecated?: { readonly translations?: Translations }
}

function* translated(item: ItemRef | undefined, texts: Texts): Generator<TranslatableTexts, void> {
  const { deprecated, translations } = texts
  if (translations !== undefined) yield { item, path: ["translations"], texts, translations }
  if (deprecated?.translations !== undefined) {
    yield { item, path: ["deprecated", "translations"], texts: deprecated, translations: deprecated.translations }
  }
}
