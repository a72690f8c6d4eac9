import type { LocatedFinding, SourceSpan } from "../build/diagnostics/SourceLocation.ts"

/** A finding, and the other places with the same facts. */
export interface GroupedFinding extends LocatedFinding {
  readonly otherPlaces: ReadonlyArray<SourceSpan>
}

/**
 * Groups the findings that differ only in their place, at the position of the first: a removed value that many licenses
 * use is reported once and does not bury the rest.
 */
export const groupFindings = (findings: ReadonlyArray<LocatedFinding>): ReadonlyArray<GroupedFinding> =>
  [...Map.groupBy(findings, groupKeyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, otherPlaces: others.flatMap(({ place }) => place ?? []) }]
  )

/** Equal for findings of one group. A finding without a place or with related places is a group of its own. */
const groupKeyOf = (finding: LocatedFinding): unknown => {
  const { context, level, place, related, rule } = finding
  return place === undefined || related !== undefined ? finding : JSON.stringify([rule, level, context])
}
