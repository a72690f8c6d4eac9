import { definitionWaivers } from "../../domain/checks/semver/Definitions.ts"
import type { Publish } from "../../domain/release/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { baseOf } from "../../domain/release/ReleaseLines.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { kindOf } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { snapshotOf, type Item, type SnapshotItem } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

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
    hasCorrections: hasCorrections || notes !== undefined,
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
  const inOrder = prefer === "lowest" ? formats : formats.toReversed()
  for (const format of inOrder) {
    if (format >= lowest && canExpress(format, taxonomy)) return format
  }
  throw new RangeError("No artifact format can express this taxonomy")
}

/** The first format whose notes and changes have a place for corrected definitions. */
const firstWithCorrections = 3

/** The formats of new releases in ascending order. The number 2 was that of unreleased versions of this program. */
const formats: ReadonlyArray<number> = [1, 3]

/** True if a format has a place for every field of a snapshot. Formats count as the schemas of events do. */
const canExpress = (format: number, taxonomy: Taxonomy): boolean => {
  const { dimensions: _, licenses: __, rules: ___, ...header } = taxonomy
  const knows = (fields: Fields, item: object): boolean => {
    for (const name of Object.keys(item))
      if ((fields[name]?.since ?? (name in fields ? 1 : Infinity)) > format) return false
    return true
  }
  const knowsDeprecation = (deprecation: Deprecation): boolean =>
    knows(vocabulary.deprecation, deprecation) && (format > 1 || !deprecation.replaced_by.some(isMove))
  const exceeds = (content: Item, kind: SnapshotItem["_tag"]): boolean =>
    !knows(vocabulary[kindOf({ _tag: kind })], content) ||
    ("deprecated" in content && content.deprecated !== undefined && !knowsDeprecation(content.deprecated))
  return knows(vocabulary.taxonomy, header) && snapshotOf(taxonomy).items(exceeds).next().done === true
}

/** In format 1, a replacement is a code of the same list. */
const isMove = (replacement: string): boolean => replacement.includes("/")
