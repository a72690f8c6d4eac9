import * as Struct from "effect/Struct"
import type { Report } from "./Report.ts"

export interface ReportStyle {
  readonly colour: boolean
}

/** Renders a report in one format. */
export type Reporter = (report: Report, style: ReportStyle) => string

/** The report formats, by their names for `--format`. Each is loaded when it is used; a new one is one line here. */
export const reporters = {
  pretty: async () => (await import("./formats/Pretty.ts")).renderPretty,
  json: async () => (await import("./formats/Json.ts")).renderJson,
  github: async () => (await import("./formats/Github.ts")).renderGithub,
  sarif: async () => (await import("./formats/Sarif.ts")).renderSarif,
  junit: async () => (await import("./formats/Junit.ts")).renderJunit,
  markdown: async () => (await import("./formats/Markdown.ts")).renderMarkdown
} as const satisfies Record<string, () => Promise<Reporter>>

export type ReportFormat = keyof typeof reporters

export const reportFormats: ReadonlyArray<ReportFormat> = Struct.keys(reporters)
