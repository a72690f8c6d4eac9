import { openApiDocument, type OpenApiOptions } from "../openapi/OpenApi.ts"
import type { DocsLinks } from "./DocsPage.ts"

/** Renders what an agent reads first (llmstxt.org): how to call the service, each endpoint in a line, and the guides, as Markdown. */
export const llmsText = (options: OpenApiOptions, { guides }: Pick<DocsLinks, "guides">): string => {
  const { basePath } = options
  const { info, paths } = openApiDocument(options)
  const [summary = ""] = info.description.split("\n\n")
  const endpoints = Object.entries(paths).map(([path, { get }]) => `- \`GET ${basePath}${path}\`: ${get.summary}`)
  const guideLinks = guides.map(({ name, title }) => `- [${title}](${basePath}/docs/${name})`)
  return `# ${info.title}

> ${summary}

Send \`Authorization: Bearer <API_KEY>\`. Ask small questions rather than read the whole schema: search for words, look one value, dimension or license up, and let the service validate, migrate and compare configs. \`lang\` selects the language of texts. \`Accept: application/problem+json\` gets errors with codes and suggestions as data.

## Endpoints

${endpoints.join("\n")}

## Documents

- [Documentation](${basePath}/docs)
- [OpenAPI document](${basePath}/openapi.json)
${guideLinks.join("\n")}
`
}
