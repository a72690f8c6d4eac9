import { findCheck } from "../domain/checks/CheckRegistry.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import type { UsedWaiver } from "../domain/release/commands/Waiver.ts"
import type { ComingDue } from "../domain/release/removal/ComingDue.ts"
import { dayOf, sixMonthsAfter } from "../domain/release/removal/DeprecationClock.ts"
import { formatForecastOf } from "../domain/release/removal/RemovalForecast.ts"
import { listNames } from "../domain/Sentence.ts"
import { formatInstead } from "./changes/Instead.ts"
import type { ItemFacts } from "./ItemFacts.ts"
import { formatItemText } from "./text/ItemText.ts"

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
