import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { schemaAt, withSchemaAt } from "./schemas/JsonSchema.ts"
import { withTexts } from "./schemas/SchemaTexts.ts"
import { dimensionSnippet, licenseSnippet, ruleSnippet, valueSnippet, waiverSnippet } from "./schemas/SourceSnippets.ts"
import { DimensionSource, LicenseSource, RuleSource, TaxonomySource, WaiversSource } from "./sources/SourceSchemas.ts"

/** A kind of source file, and the JSON Schema with which text editors check it. */
export interface EditorSchema {
  readonly name: string
  /** A pattern, relative to the source folder. */
  readonly files: string
  readonly schema: JsonSchema.JsonSchema
}

/**
 * Derived from the schemas that decode the sources, so that both accept the same files. Only `taxonomy check` finds
 * mistakes that involve several files, such as an unknown code.
 */
export const editorSchemas = (): ReadonlyArray<EditorSchema> => [
  editorSchema("taxonomy", "taxonomy.yaml", "Taxonomy", TaxonomySource),
  withSnippet(
    withSnippet(editorSchema("dimension", "dimensions/*.yaml", "Dimension", DimensionSource), dimensionSnippet),
    valueSnippet,
    ["properties", "values", "items"],
    "Value"
  ),
  withSnippet(editorSchema("license", "licenses/*.yaml", "License", LicenseSource), licenseSnippet([])),
  withSnippet(editorSchema("rule", "rules/*.yaml", "Conflict rule", RuleSource), ruleSnippet),
  withSnippet(editorSchema("waivers", "waivers.yaml", "Waivers", WaiversSource), waiverSnippet, ["items"], "Waiver")
]

const editorSchema = (name: string, files: string, title: string, source: Schema.Top): EditorSchema => {
  // The YAML language server supports draft 7 best.
  const { definitions, schema } = JsonSchema.toDocumentDraft07(
    Schema.toJsonSchemaDocument(source, { onExcessProperty: "error" })
  )
  return {
    name,
    files,
    schema: {
      $schema: JsonSchema.META_SCHEMA_URI_DRAFT_07,
      title,
      ...withTexts(descriptionsFirst(schema)),
      ...(Object.keys(definitions).length === 0 ? {} : { definitions })
    }
  }
}

/** Offers to write a whole item at a path of the schema. */
const withSnippet = (
  editor: EditorSchema,
  snippet: object,
  path: ReadonlyArray<string> = [],
  title = editor.schema["title"]
): EditorSchema => {
  const item = { title, ...schemaAt(editor.schema, ...path), defaultSnippets: [snippet] }
  return { ...editor, schema: withSchemaAt(editor.schema, path, item) }
}

/** Moves descriptions next to the type: some editors do not show those in `allOf`. */
const descriptionsFirst = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { allOf, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inside(value)]))
  const parts: ReadonlyArray<unknown> = Array.isArray(allOf) ? allOf : []
  const descriptions = parts.filter(isDescription)
  const others = parts.filter((part) => !isDescription(part))
  return { ...rest, ...Object.assign({}, ...descriptions), ...(others.length === 0 ? {} : { allOf: others }) }
}

const inside = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(inside) : isJsonSchema(value) ? descriptionsFirst(value) : value

const isDescription = (part: unknown): boolean => isJsonSchema(part) && Object.keys(part).join() === "description"

const isJsonSchema = (value: unknown): value is JsonSchema.JsonSchema => typeof value === "object" && value !== null
