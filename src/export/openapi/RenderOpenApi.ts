import packageJson from "../../../package.json" with { type: "json" }
import { openApiText } from "../../api/openapi/OpenApi.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import type { Exporter } from "../ExportContent.ts"

/**
 * Renders the OpenAPI document of a release, as a server of this version sends it at its usual base path. A server with
 * other settings differs in its address and its contacts.
 */
export const renderOpenApi: Exporter = ({ makeSchema, taxonomy }) => {
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
