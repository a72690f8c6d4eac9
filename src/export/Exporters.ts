import * as Struct from "effect/Struct"
import packageJson from "../../package.json" with { type: "json" }
import { Version } from "../domain/taxonomy/Scalars.ts"
import type { Exporter } from "./ExportContent.ts"

/** The registry of export formats. Each is loaded when it is used. */
export const exporters = {
  csv: async () => (await import("./csv/RenderCsv.ts")).renderTable,
  markdown: async () => (await import("./markdown/RenderMarkdown.ts")).renderMarkdown,
  /** As a server of this version sends the document at its usual base path. Others differ in address and contacts. */
  openapi: async () => {
    const { openApiText } = await import("../api/openapi/OpenApi.ts")
    return ({ makeSchema, taxonomy }) => {
      const { body, isDraft } = makeSchema()
      return openApiText({
        basePath: "/api/taxonomy",
        serverVersion: packageJson.version,
        release: {
          taxonomy,
          version: Version.make(body._meta.release),
          published_at: isDraft ? undefined : body.published_at
        }
      })
    }
  },
  skos: async () => (await import("./skos/RenderSkos.ts")).renderSkos,
  typescript: async () => {
    const { renderTypes } = await import("../api/typescript/RenderTypes.ts")
    return ({ makeSchema }) => {
      const { body, isDraft } = makeSchema()
      return renderTypes(body, { isDraft })
    }
  }
} as const satisfies Record<string, () => Promise<Exporter>>

export const exportFormats = Struct.keys(exporters)

/** The formats that describe a whole release, never one dimension of it. */
export const releaseFormats: ReadonlySet<string> = new Set<keyof typeof exporters>([
  "markdown",
  "openapi",
  "skos",
  "typescript"
])
