import * as Struct from "effect/Struct"
import type { Report } from "./Report.ts"

export interface ReportStyle {
  readonly colour: boolean
  /** The columns to which lines are wrapped; `undefined` if they are not. */
  readonly width?: number | undefined
  /** The address of the repository's files, to which a path can be appended. Without it, places have no links. */
  readonly linkBase?: string | undefined
}

/** Renders a report in one format. It may load what only some reports need. */
export type Reporter = (report: Report, style: ReportStyle) => string | Promise<string>

/** The report formats, by their names for `--format`. Each is loaded when it is used; a new one is one line here. */
export const reporters = {
  pretty: async () => (await import("./formats/Pretty.ts")).renderPretty,
  json: async () => (await import("./formats/Json.ts")).renderJson,
  github: async () => (await import("./formats/Github.ts")).renderGithub,
  sarif: async () => (await import("./formats/Sarif.ts")).renderSarif,
  junit: async () => (await import("./formats/Junit.ts")).renderJunit,
  markdown: async () => (await import("./formats/Markdown.ts")).renderMarkdown,
  lines: async () => (await import("./formats/Lines.ts")).renderLines
} as const satisfies Record<string, () => Promise<Reporter>>

export type ReportFormat = keyof typeof reporters

export const reportFormats: ReadonlyArray<ReportFormat> = Struct.keys(reporters)
