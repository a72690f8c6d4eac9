import { findCheck } from "../domain/checks/CheckRegistry.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import type { UsedWaiver } from "../domain/release/PublishRelease.ts"
import type { ComingDue } from "../domain/release/removal/ComingDue.ts"
import { dayOf, sixMonthsAfter } from "../domain/release/removal/DeprecationClock.ts"
import { formatForecastOf, type RemovalForecast } from "../domain/release/removal/RemovalForecast.ts"
import { listNames } from "../domain/Sentence.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"
import type { Version } from "../domain/taxonomy/Scalars.ts"
import { formatInstead, type ItemFacts, formatItemText } from "./text/ItemText.ts"

/** Used waivers in sentences, those of one reason and approver in one: for what, approved by whom, and why. */
export const describeWaivers = (used: ReadonlyArray<UsedWaiver>, { labelOf }: ItemFacts): ReadonlyArray<string> =>
  [
    ...Map.groupBy(used, ({ waiver: { approved_by, reason, rule } }) =>
      JSON.stringify([rule, reason, approved_by])
    ).values()
  ].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { approved_by, reason, rule } = first.waiver
    const items = [first, ...others].map(({ item }) => formatItemText(item, labelOf(item)))
    const are = others.length === 0 ? "is" : "are"
    return [`${listNames(items)} ${are} exempt from ${formatRule(rule)}. Approved by ${approved_by}. Reason: ${reason}`]
  })

/** What will disappear, when, and what takes its place. */
export const formatDue = (due: ComingDue, items: ItemFacts): string => {
  if (due.kind === "end-of-life") return `v${due.major} ends on ${dayOf(due.date)}: ${due.reason}`
  const { deprecation, forecast, item, label } = due
  const instead = formatInstead(item, deprecation, items)
  return [
    `${formatItemText(item, label)} ${formatForecastOf(forecast)}`,
    ...(instead === "" ? [] : [instead]),
    ...(deprecation.reason === undefined ? [] : [`reason: ${deprecation.reason}`])
  ].join("; ")
}

/** What may disappear within six months, the earliest first. */
export const dueSoon = (coming: ReadonlyArray<ComingDue>, today: Timestamp): ReadonlyArray<ComingDue> => {
  const last = sixMonthsAfter(today)
  return coming
    .filter((due) => !isGone(due) && dueDay(due) <= last)
    .toSorted((left, right) => (dueDay(left) < dueDay(right) ? -1 : dueDay(left) > dueDay(right) ? 1 : 0))
}

const isGone = (due: ComingDue): boolean => due.kind === "removal" && due.forecast.may_go === "removed"

const dueDay = (due: ComingDue): string => (due.kind === "removal" ? due.forecast.date : dayOf(due.date))

const formatRule = (id: string): string => {
  const check = findCheck(id)
  return check === undefined ? id : `“${check.title}” (${id})`
}

/** What will disappear. */
export type ReportedDue = ReportedRemoval | ReportedEndOfLife

/** A deprecated item, and when it can be removed. */
export interface ReportedRemoval {
  readonly kind: "removal"
  readonly item: string
  readonly label: string
  readonly replaced_by: ReadonlyArray<string>
  /** Set if the replacements apply together. */
  readonly replacement_mode?: "all_of"
  readonly reason: string | null
  readonly since: Version
  /** `removed` if a newer line has removed the item already. */
  readonly may_go: RemovalForecast["may_go"]
  readonly earliest_version: Version
  /** `YYYY-MM-DD` */
  readonly earliest_date: string
  /** The releases that must come before the removal. */
  readonly after: ReadonlyArray<Version>
  /** The release that must deprecate the item before the removal, if the newest one does not. */
  readonly deprecated_in: Version | null
}

/** A major that gets no further releases from a date on. */
export interface ReportedEndOfLife {
  readonly kind: "end-of-life"
  readonly major: number
  readonly date: Timestamp
  readonly reason: string
}

export const reportDue = (due: ComingDue): ReportedDue => {
  if (due.kind === "end-of-life") return due
  const { deprecation, forecast, item, label, since } = due
  return {
    kind: "removal",
    item: formatItem(item),
    label,
    replaced_by: deprecation.replaced_by,
    ...(deprecation.replacement_mode === undefined ? {} : { replacement_mode: deprecation.replacement_mode }),
    reason: deprecation.reason ?? null,
    since: since.version,
    ...reportForecast(forecast)
  }
}

/** When an item can be removed, with the names that every command gives the facts. */
export const reportForecast = ({ after, date, deprecated_in, may_go, version }: RemovalForecast) => ({
  may_go,
  earliest_version: version,
  earliest_date: date,
  after,
  deprecated_in
})
