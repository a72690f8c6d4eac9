import type { Timestamp } from "../../ledger/Timestamp.ts"
import { dimensionRef, licenseRef, toItemId, valueRef, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../taxonomy/NameComparison.ts"
import type { Dimension, License, Taxonomy, Value } from "../../taxonomy/Taxonomy.ts"
import type { Version } from "../../taxonomy/Version.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"
import type { DeprecatedSince } from "./DeprecationClock.ts"

/** An item with its content. */
export type ItemContent =
  | { readonly _tag: "Dimension"; readonly item: ItemRef; readonly content: Dimension }
  | { readonly _tag: "Value"; readonly item: ItemRef; readonly dimension: string; readonly content: Value }
  | { readonly _tag: "License"; readonly item: ItemRef; readonly content: License }

/** An item as the last release that had it describes it. */
export type RemovedContent = ItemContent & {
  readonly since: DeprecatedSince | undefined
  /** The release that removed it; `undefined` if the working tree does. */
  readonly removal: { readonly version: Version; readonly date: Timestamp } | undefined
}

/**
 * The items that a release and its ancestry removed, sorted by id. `taxonomy` is that of the release, or of a working tree
 * that builds on it: what it lacks is removed too, and what it brings back is not.
 */
export const findRemovedItems = (
  { releases }: Pick<ReleaseHistory, "releases">,
  release: PublishedRelease,
  taxonomy: Taxonomy = release.taxonomy
): ReadonlyArray<RemovedContent> => {
  const present = new Set(itemsOf(taxonomy).map(({ item }) => toItemId(item)))
  const versions = new Set([...release.removed.values()].map(({ version }) => version))
  const published = [...versions].flatMap((version) => {
    const remover = releases.get(version)
    const before = remover?.base === undefined || remover.base === null ? undefined : releases.get(remover.base)
    return remover === undefined || before === undefined
      ? []
      : contentsBefore(before, (id) => release.removed.get(id)?.version === version && !present.has(id), {
          version,
          date: remover.published_at
        })
  })
  const draft = taxonomy === release.taxonomy ? [] : contentsBefore(release, (id) => !present.has(id), undefined)
  return [...published, ...draft].sort((left, right) => byCodeUnits(toItemId(left.item), toItemId(right.item)))
}

const contentsBefore = (
  { clocks, taxonomy }: PublishedRelease,
  isRemoved: (id: ItemId) => boolean,
  removal: RemovedContent["removal"]
): ReadonlyArray<RemovedContent> =>
  itemsOf(taxonomy).flatMap((found) => {
    const id = toItemId(found.item)
    return isRemoved(id) ? [{ ...found, since: clocks.get(id), removal }] : []
  })

const itemsOf = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<ItemContent> => [
  ...dimensions.flatMap((dimension): ReadonlyArray<ItemContent> => [
    { _tag: "Dimension", item: dimensionRef(dimension.name), content: dimension },
    ...dimension.values.map((value): ItemContent => ({
      _tag: "Value",
      item: valueRef(dimension.name, value.code),
      dimension: dimension.name,
      content: value
    }))
  ]),
  ...licenses.map((license): ItemContent => ({ _tag: "License", item: licenseRef(license.code), content: license }))
]
