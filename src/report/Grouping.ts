import type { LocatedFinding, Place } from "../build/diagnostics/SourceLocation.ts"

/** A finding, and the other places that the same is said of. */
export interface Said extends LocatedFinding {
  readonly elsewhere: ReadonlyArray<Place>
}

/**
 * Findings that say the same of several places as one, where the first of them stood: whatever many licenses use and
 * is gone is told once, and does not bury the rest.
 */
export const alike = (findings: ReadonlyArray<LocatedFinding>): ReadonlyArray<Said> =>
  [...Map.groupBy(findings, sayingOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, elsewhere: others.flatMap(({ place }) => place ?? []) }]
  )

/** The same for findings that differ in nothing but their place. One without a place, or with more to show, is like no other. */
const sayingOf = (finding: LocatedFinding): unknown => {
  const { context, help, level, message, place, related, rule } = finding
  return place === undefined || related !== undefined ? finding : JSON.stringify([rule, level, context, message, help])
}
