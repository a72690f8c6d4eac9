import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import type { ComingDue } from "../domain/release/removal/ComingDue.ts"
import type { RemovalForecast } from "../domain/release/removal/RemovalForecast.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"
import type { Version } from "../domain/taxonomy/Version.ts"

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
