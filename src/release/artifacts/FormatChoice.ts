import { definitionWaivers } from "../../domain/checks/semver/DefinitionChanged.ts"
import type { Publish } from "../../domain/release/commands/PublishRelease.ts"
import { baseOf } from "../../domain/release/commands/VersionPlan.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { annotatedValues } from "../../domain/taxonomy/traits/AnnotatedValues.ts"
import { canExpress1 } from "../format1/CanExpress.ts"
import { canExpress2 } from "../format2/CanExpress.ts"

/** Which of the formats that can express a release it gets. */
export type FormatPreference = "lowest" | "newest"

/** The format of the release that sources propose, by what they contain and approve. */
export const formatOf = (
  history: ReleaseHistory,
  { taxonomy, version, waivers }: Pick<Publish, "taxonomy" | "version" | "waivers">,
  prefer?: FormatPreference
): number => {
  const hasCorrections = definitionWaivers(waivers, version).size > 0
  return chooseFormat(baseOf(history, version), taxonomy, {
    hasCorrections,
    ...(prefer === undefined ? {} : { prefer })
  })
}

/**
 * The format of a new release: the lowest that can express its snapshot, so that older programs can serve a release that
 * uses nothing new, or the newest. It is never lower than that of its base.
 */
export const chooseFormat = (
  base: Pick<Release, "format"> | undefined,
  taxonomy: Taxonomy,
  { hasCorrections = false, prefer = "lowest" }: { hasCorrections?: boolean; prefer?: FormatPreference } = {}
): number => {
  const lowest = Math.max(base?.format ?? 0, hasCorrections ? firstWithCorrections : 0)
  const inOrder = prefer === "lowest" ? formats : [...formats].toReversed()
  const unusual = withoutPlainValues(taxonomy)
  for (const [format, canExpress] of inOrder) {
    if (format >= lowest && canExpress(unusual)) return format
  }
  throw new RangeError("No artifact format can express this taxonomy")
}

/** Every format has a place for a code and texts, and there may be many values with nothing else. */
const withoutPlainValues = (taxonomy: Taxonomy): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => ({ ...dimension, values: annotatedValues(dimension.values) }))
})

/** The first format whose notes and changes have a place for corrected definitions. */
const firstWithCorrections = 3

/**
 * The formats of new releases in ascending order, each with a function that is true if it has a place for everything in the
 * snapshot. Format 2 is that of older releases only.
 */
const formats: ReadonlyMap<number, (taxonomy: Taxonomy) => boolean> = new Map([
  [1, canExpress1],
  [3, canExpress2]
])
