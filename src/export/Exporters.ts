import * as Struct from "effect/Struct"
import type { Exporter } from "./ExportContent.ts"

/** The registry of export formats. Each is loaded when it is used. */
export const exporters = {
  csv: async () => (await import("./csv/RenderCsv.ts")).renderCsv,
  markdown: async () => (await import("./markdown/RenderMarkdown.ts")).renderMarkdown,
  openapi: async () => (await import("./openapi/RenderOpenApi.ts")).renderOpenApi,
  skos: async () => (await import("./skos/RenderSkos.ts")).renderSkos,
  typescript: async () => (await import("./typescript/RenderTypeScript.ts")).renderTypeScript
} as const satisfies Record<string, () => Promise<Exporter>>

export const exportFormats = Struct.keys(exporters)

/** The formats that describe a whole release, never one dimension of it. */
export const releaseFormats: ReadonlySet<string> = new Set<keyof typeof exporters>([
  "markdown",
  "openapi",
  "skos",
  "typescript"
])
