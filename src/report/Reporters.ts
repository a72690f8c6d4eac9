import type { Report } from "./Report.ts"

export interface ReportStyle {
  readonly colour: boolean
}

/** Writes a report in one format. */
export type Reporter = (report: Report, style: ReportStyle) => string

/** Every report format under the name that `--format` takes, loaded when asked for; a new one is one line here. */
export const reporters = {
  pretty: async () => (await import("./formats/Pretty.ts")).pretty,
  json: async () => (await import("./formats/Json.ts")).json,
  github: async () => (await import("./formats/Github.ts")).github,
  sarif: async () => (await import("./formats/Sarif.ts")).sarif,
  junit: async () => (await import("./formats/Junit.ts")).junit,
  markdown: async () => (await import("./formats/Markdown.ts")).markdown
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
