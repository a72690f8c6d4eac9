import type { Report } from "./Report.ts"
import { json } from "./reports/Json.ts"
import { pretty } from "./reports/Pretty.ts"

export interface ReportStyle {
  readonly colour: boolean
}

/** Every report format under the name that `--format` takes; a new one is one line here. */
export const reporters = { pretty, json } as const satisfies Record<
  string,
  (report: Report, style: ReportStyle) => string
>

export type ReportFormat = keyof typeof reporters

export const reportFormats = ["pretty", "json"] as const satisfies ReadonlyArray<ReportFormat>
