import { dayOf } from "../../../domain/release/removal/DeprecationClock.ts"
import { kindOrder, kindTexts, type KindText } from "../../../report/changes/ChangeKinds.ts"
import type { ReleaseEntry } from "../../data/Bodies.ts"
import { formatDate } from "../../model/Dates.ts"

/** How a release follows from another: "minor release of 1.1.0", or "first release". */
export const formatOrigin = ({ base, bump }: ReleaseEntry): string =>
  base === null ? "first release" : bump === null ? `made from ${base}` : `${bump} release of ${base}`

/** The number of changes by kind in words, in the order in which a reader needs them: "Values removed: 2". */
export const formatChangeCounts = ({ base, changes }: ReleaseEntry): ReadonlyArray<string> => {
  const counts = Object.entries(changes).filter(([kind, count]) => count > 0 && (base !== null || isAddition(kind)))
  const texts: Readonly<Record<string, KindText>> = kindTexts
  const order = [...kindOrder, ...counts.map(([kind]) => kind)]
  return counts
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([kind, count]) => {
      const text = texts[kind]
      if (count === 1 && text !== undefined) return text.one
      return `${text?.many ?? kind}: ${count.toLocaleString("en")}`
    })
}

/** Of a first release, which changes no title or namespace, only additions count. */
export const isAddition = (kind: string): boolean => kind.endsWith("-added")

/** The end of a line: "ends on 1 March 2027", or "ended on …" if that is over. */
export const formatEnd = (date: string, today: string): string =>
  `${dayOf(date) > dayOf(today) ? "ends" : "ended"} on ${formatDate(date)}`
