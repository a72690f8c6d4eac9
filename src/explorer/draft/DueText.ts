import { formatForecastOf } from "../../domain/release/removal/RemovalForecast.ts"
import { formatDate } from "../model/Dates.ts"
import { toVersion } from "../model/Versions.ts"
import type { checkReportOf } from "./Findings.ts"

/** What will disappear, as the report of a check writes it. */
export type ReportedDue = NonNullable<ReturnType<typeof checkReportOf>>["coming_due"][number]
export type RemovalDue = Extract<ReportedDue, { readonly kind: "removal" }>

/** The day from which it is gone, or can be. */
export const dueDate = (due: ReportedDue): string => (due.kind === "removal" ? due.earliest_date : due.date)

/** What is due, the earliest first. What a newer line removed already comes last. */
export const arrangeDue = (coming: ReadonlyArray<ReportedDue>): ReadonlyArray<ReportedDue> =>
  coming.toSorted(
    (left, right) => Number(isGone(left)) - Number(isGone(right)) || (dueDate(left) < dueDate(right) ? -1 : 1)
  )

/** When an item can be removed, as the predicate of a sentence: "can be removed now, in 3.0.0". */
export const formatRemovalDue = (due: RemovalDue): string =>
  formatForecastOf({
    may_go: due.may_go,
    version: toVersion(due.earliest_version),
    after: due.after.map(toVersion),
    date: formatDate(due.earliest_date),
    deprecated_in: due.deprecated_in === null ? null : toVersion(due.deprecated_in)
  })

const isGone = (due: ReportedDue): boolean => due.kind === "removal" && due.may_go === "removed"
