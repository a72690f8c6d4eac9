import type { Report } from "./Report.ts"
import { github } from "./reports/Github.ts"
import { json } from "./reports/Json.ts"
import { junit } from "./reports/Junit.ts"
import { markdown } from "./reports/Markdown.ts"
import { pretty } from "./reports/Pretty.ts"
import { sarif } from "./reports/Sarif.ts"

export interface ReportStyle {
  readonly colour: boolean
}

/** Every report format under the name that `--format` takes; a new one is one line here. */
export const reporters = { pretty, json, github, sarif, junit, markdown } as const satisfies Record<
  string,
  (report: Report, style: ReportStyle) => string
>

export type ReportFormat = keyof typeof reporters

export const reportFormats = [
  "pretty",
  "json",
  "github",
  "sarif",
  "junit",
  "markdown"
] as const satisfies ReadonlyArray<ReportFormat>
