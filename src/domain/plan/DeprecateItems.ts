import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { dimensionRef, licenseRef, toItemId, valueRef, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"

/** Deprecates items that are not deprecated yet. */
export const deprecateItems = (
  taxonomy: Taxonomy,
  items: ReadonlyArray<ItemRef>,
  deprecation: Deprecation
): Taxonomy => {
  if (items.length === 0) return taxonomy
  const ids = new Set<ItemId>(items.map(toItemId))
  const deprecate = <A extends { readonly deprecated?: Deprecation }>(content: A, item: ItemRef): A =>
    content.deprecated === undefined && ids.has(toItemId(item)) ? { ...content, deprecated: deprecation } : content
  return {
    ...taxonomy,
    dimensions: taxonomy.dimensions.map((dimension) => ({
      ...deprecate(dimension, dimensionRef(dimension.name)),
      values: dimension.values.map((value) => deprecate(value, valueRef(dimension.name, value.code)))
    })),
    licenses: taxonomy.licenses.map((license) => deprecate(license, licenseRef(license.code)))
  }
}
