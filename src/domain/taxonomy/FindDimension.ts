import type { Dimension, Taxonomy } from "./Taxonomy.ts"

export const findDimension = ({ dimensions }: Taxonomy, name: string): Dimension | undefined => {
  const known = byName.get(dimensions) ?? new Map(dimensions.map((dimension) => [dimension.name, dimension]))
  byName.set(dimensions, known)
  return known.get(name)
}

/** Each snapshot is indexed once. */
const byName = new WeakMap<Taxonomy["dimensions"], ReadonlyMap<string, Dimension>>()
