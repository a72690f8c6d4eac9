import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { DimensionSource, LicenseSource, RuleSource, TaxonomySource, WaiversSource } from "./sources/SourceSchemas.ts"

/** A kind of source file, and the JSON Schema with which text editors check it. */
export interface EditorSchema {
  readonly name: string
  /** A pattern, relative to the source folder. */
  readonly files: string
  readonly schema: object
}

/**
 * Derived from the schemas that decode the sources, so that both accept the same files. Only `taxonomy check` finds
 * mistakes that involve several files, such as an unknown code.
 */
export const editorSchemas = (): ReadonlyArray<EditorSchema> => [
  editorSchema("taxonomy", "taxonomy.yaml", "The taxonomy as a whole", TaxonomySource),
  editorSchema("dimension", "dimensions/*.yaml", "A dimension with its values", DimensionSource),
  editorSchema("license", "licenses/*.yaml", "A base license", LicenseSource),
  editorSchema("rule", "rules/*.yaml", "A conflict rule", RuleSource),
  editorSchema("waivers", "waivers.yaml", "Approved exceptions", WaiversSource)
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
      ...descriptionsFirst(schema),
      ...(Object.keys(definitions).length === 0 ? {} : { definitions })
    }
  }
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
