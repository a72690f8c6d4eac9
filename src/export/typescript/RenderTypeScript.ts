import { renderTypes } from "../../api/typescript/RenderTypes.ts"
import type { ExportContent } from "../ExportContent.ts"

/** Renders the types of a release as a TypeScript module. */
export const renderTypeScript = ({ makeSchema }: Pick<ExportContent, "makeSchema">): string => {
  const { body, isDraft } = makeSchema()
  return renderTypes(body, { isDraft })
}
