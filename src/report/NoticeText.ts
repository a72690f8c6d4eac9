import { findCheck } from "../domain/checks/CheckRegistry.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import type { ComingDue } from "../domain/release/removal/ComingDue.ts"
import { dayOf, sixMonthsAfter } from "../domain/release/removal/DeprecationClock.ts"
import { formatForecastOf, type RemovalForecast } from "../domain/release/removal/RemovalForecast.ts"
import type { UsedWaiver } from "../domain/release/Waiver.ts"
import { listSome } from "../domain/Sentence.ts"
import { type ItemRef, formatItem, isSameItem } from "../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../domain/taxonomy/Names.ts"
import { snapshotOf } from "../domain/vocabulary/Snapshot.ts"
import { formatInstead, type ItemFacts, formatItemText } from "./text/ItemText.ts"

/** Used waivers in sentences, those of one reason and approver in one: for what, approved by whom, and why. */
export const describeWaivers = (
  used: ReadonlyArray<UsedWaiver>,
  { labelOf }: ItemFacts,
  maxItems = Infinity
): ReadonlyArray<string> =>
  [
    ...Map.groupBy(used, ({ waiver: { approved_by, reason, rule } }) =>
      JSON.stringify([rule, reason, approved_by])
    ).values()
  ].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { approved_by, reason, rule } = first.waiver
    const items = [first, ...others].map(({ item }) => formatItemText(item, labelOf(item)))
    const are = others.length === 0 ? "is" : "are"
    return [
      `${listSome(items, maxItems)} ${are} exempt from ${formatRule(rule)}. Approved by ${approved_by}. Reason: ${reason}`
    ]
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

/** Without the values that another dimension shares, if they can go at the same time. */
export const dueOnce = (coming: ReadonlyArray<ComingDue>, { taxonomy }: ItemFacts): ReadonlyArray<ComingDue> => {
  const keyOf = (item: ItemRef, forecast: RemovalForecast) => `${formatItem(item)} ${formatForecastOf(forecast)}`
  const keys = new Set(coming.map((due) => (due.kind === "removal" ? keyOf(due.item, due.forecast) : "")))
  return coming.filter((due) => {
    if (due.kind !== "removal") return true
    const owner = snapshotOf(taxonomy).ownerOf(due.item)
    return isSameItem(owner, due.item) || !keys.has(keyOf(owner, due.forecast))
  })
}

/** What may disappear within six months, the earliest first. */
export const dueSoon = (coming: ReadonlyArray<ComingDue>, today: Timestamp): ReadonlyArray<ComingDue> => {
  const last = sixMonthsAfter(today)
  return coming
    .filter((due) => !isGone(due) && dueDay(due) <= last)
    .toSorted((left, right) => byCodeUnits(dueDay(left), dueDay(right)))
}

const isGone = (due: ComingDue): boolean => due.kind === "removal" && due.forecast.may_go === "removed"

const dueDay = (due: ComingDue): string => (due.kind === "removal" ? due.forecast.date : dayOf(due.date))

const formatRule = (id: string): string => {
  const check = findCheck(id)
  return check === undefined ? id : `“${check.title}” (${id})`
}

/** What will disappear, with the names that every command gives the facts. */
export const reportDue = (due: ComingDue) => {
  if (due.kind === "end-of-life") return due
  const { deprecation, forecast, item, label, since } = due
  return {
    kind: "removal" as const,
    item: formatItem(item),
    label,
    replaced_by: deprecation.replaced_by,
    ...(deprecation.replacement_mode === undefined ? {} : { replacement_mode: deprecation.replacement_mode }),
    reason: deprecation.reason ?? null,
    since: since.version,
    ...reportForecast(forecast)
  }
}

/** When an item can be removed. */
export const reportForecast = ({ after, date, deprecated_in, may_go, version }: RemovalForecast) => ({
  may_go,
  earliest_version: version,
  earliest_date: date,
  after,
  deprecated_in
})
