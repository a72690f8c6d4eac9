import { definitionWaivers } from "../../domain/checks/semver/Definitions.ts"
import type { Publish } from "../../domain/release/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { baseOf } from "../../domain/release/ReleaseLines.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { derivedNumbers, firstWithCorrections, firstWithNotes, hasNothingSince } from "../../domain/vocabulary/Since.ts"

/** Which of the formats that can express a release it gets. */
export type FormatPreference = "lowest" | "newest"

/** The format of the release that sources propose, by what they contain and approve. */
export const formatOf = (
  history: ReleaseHistory,
  { notes, taxonomy, version, waivers }: Pick<Publish, "notes" | "taxonomy" | "version" | "waivers">,
  prefer?: FormatPreference
): number => {
  const hasCorrections = definitionWaivers(waivers, version).size > 0
  return chooseFormat(baseOf(history, version), taxonomy, {
    atLeast: notes !== undefined ? firstWithNotes : hasCorrections ? firstWithCorrections : 1,
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
  { atLeast = 1, prefer = "lowest" }: { atLeast?: number; prefer?: FormatPreference } = {}
): number => {
  const lowest = Math.max(base?.format ?? 0, atLeast)
  const inOrder = prefer === "lowest" ? formats : formats.toReversed()
  for (const format of inOrder) {
    if (format >= lowest && hasNothingSince(taxonomy, format)) return format
  }
  throw new RangeError("No artifact format can express this taxonomy")
}

/** The formats of new releases in ascending order. */
const formats: ReadonlyArray<number> = [1, ...derivedNumbers]
