import type { SourceSpan } from "../build/diagnostics/SourceLocation.ts"
import type { Facts, Level } from "../domain/Finding.ts"

/** What decides to which group a finding belongs. */
interface Groupable {
  readonly rule: string
  readonly level: Level
  readonly context: Facts | { readonly [name: string]: unknown }
  readonly place: SourceSpan
  readonly related?: ReadonlyArray<unknown>
}

/** A finding, and the other places with the same facts. */
export type GroupedFinding<Finding> = Finding & { readonly otherPlaces: ReadonlyArray<SourceSpan> }

/**
 * Groups the findings that differ only in their place, at the position of the first: a removed value that many licenses
 * use is reported once and does not bury the rest.
 */
export const groupFindings = <Finding extends Groupable>(
  findings: ReadonlyArray<Finding>
): ReadonlyArray<GroupedFinding<Finding>> =>
  [...Map.groupBy(findings, groupKeyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, otherPlaces: others.map(({ place }) => place) }]
  )

/** Equal for findings of one group. A finding with related places is a group of its own. */
const groupKeyOf = (finding: Groupable): unknown => {
  const { context, level, related, rule } = finding
  return related === undefined ? JSON.stringify([rule, level, context]) : finding
}
