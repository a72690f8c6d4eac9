import { editorSchemas } from "../src/build/schemas/EditorSchemas.ts"
import { reportSchema } from "../src/report/formats/Json.ts"

/**
 * The JSON Schemas that the server package contains, by file: of the reports of `--format json`, and of the sources of any
 * taxonomy.
 */
export const publishedSchemas = (): Readonly<Record<string, string>> => ({
  "report.schema.json": jsonText(reportSchema()),
  ...Object.fromEntries(editorSchemas().map(({ name, schema }) => [`schemas/${name}.schema.json`, jsonText(schema)]))
})

export const jsonText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`
