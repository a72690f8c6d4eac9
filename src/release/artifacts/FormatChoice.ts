import type { Release } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { canExpress1 } from "../format1/CanExpress.ts"
import { canExpress2 } from "../format2/CanExpress.ts"

/**
 * The format of a new release: the lowest that can express its snapshot, and never lower than that of its base. So a
 * release that uses nothing new can be served by older programs.
 */
export const chooseFormat = (base: Pick<Release, "format"> | undefined, taxonomy: Taxonomy): number => {
  for (const [format, canExpress] of formats) {
    if (format >= (base?.format ?? 0) && canExpress(taxonomy)) return format
  }
  throw new RangeError("No artifact format can express this taxonomy")
}

/** Every published format, with a function that is true if it has a place for everything in the snapshot. */
const formats: ReadonlyMap<number, (taxonomy: Taxonomy) => boolean> = new Map([
  [1, canExpress1],
  [2, canExpress2]
])
