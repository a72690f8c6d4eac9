import type { Report } from "./Report.ts"

export interface ReportStyle {
  readonly colour: boolean
}

/** Writes a report in one format. */
export type Reporter = (report: Report, style: ReportStyle) => string

/** Every report format under the name that `--format` takes, loaded when asked for; a new one is one line here. */
export const reporters = {
  pretty: async () => (await import("./reports/Pretty.ts")).pretty,
  json: async () => (await import("./reports/Json.ts")).json,
  github: async () => (await import("./reports/Github.ts")).github,
  sarif: async () => (await import("./reports/Sarif.ts")).sarif,
  junit: async () => (await import("./reports/Junit.ts")).junit,
  markdown: async () => (await import("./reports/Markdown.ts")).markdown
} as const satisfies Record<string, () => Promise<Reporter>>

export type ReportFormat = keyof typeof reporters

export const reportFormats = [
  "pretty",
  "json",
  "github",
  "sarif",
  "junit",
  "markdown"
] as const satisfies ReadonlyArray<ReportFormat>
