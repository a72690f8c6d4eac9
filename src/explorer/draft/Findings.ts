import { groupFindings, type GroupedFinding } from "../../report/Grouping.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { DraftBody } from "../data/DraftBody.ts"

type CheckReport = Extract<DraftBody["report"], { readonly findings: unknown }>

/** A finding as the report of a check writes it. */
export type ReportedFinding = CheckReport["findings"][number]

/** A range of a source. Lines and columns count from 1; the end is exclusive. */
export type Place = Pick<ReportedFinding, "file" | "line" | "column" | "end_line" | "end_column">

/** A finding, and the other places with the same facts. */
export type FindingGroup = GroupedFinding<ReportedFinding & { readonly place: Place }>

/** Places of which the same can be said. */
export interface RelatedGroup {
  readonly message: string
  readonly places: ReadonlyArray<Place>
}

/** The report of the working tree, which is always that of a check. */
export const checkReportOf = ({ report }: DraftBody): CheckReport | undefined =>
  "findings" in report ? report : undefined

/** The findings for a reader: errors first, and those that differ only in their place together. */
export const arrangeFindings = (findings: ReadonlyArray<ReportedFinding>): ReadonlyArray<FindingGroup> => {
  const placed = findings.map((finding) => ({ ...finding, place: placeOf(finding) }))
  return [
    ...groupFindings(placed.filter(({ level }) => level === "error")),
    ...groupFindings(placed.filter(({ level }) => level === "warning"))
  ]
}

/** The related places of a finding by what there is to say of them, without its own place. */
export const groupRelated = ({ place, related = [] }: FindingGroup): ReadonlyArray<RelatedGroup> =>
  [...Map.groupBy(related, ({ message }) => message)].map(([message, spans]) => ({
    message,
    places: spans.map(placeOf).filter((other) => formatPlace(other) !== formatPlace(place))
  }))

/** `2 errors, 1 warning`, or `no findings`. */
export const formatCounts = (findings: ReadonlyArray<ReportedFinding>): string => {
  const errors = findings.filter(({ level }) => level === "error").length
  const warnings = findings.length - errors
  const counts = [
    ...(errors === 0 ? [] : [formatCount(errors, "error")]),
    ...(warnings === 0 ? [] : [formatCount(warnings, "warning")])
  ]
  return counts.length === 0 ? "no findings" : counts.join(", ")
}

/** `taxonomy-src/taxonomy.yaml:10:3`, as editors and terminals write a place. */
export const formatPlace = ({ column, file, line }: Place): string => `${file}:${line}:${column}`

const placeOf = ({ column, end_column, end_line, file, line }: Place): Place => ({
  file,
  line,
  column,
  end_line,
  end_column
})
