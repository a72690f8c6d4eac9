import { matchesGlob } from "node:path"
import * as EffectSchema from "effect/JsonSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { ReplacementName } from "../../domain/taxonomy/Deprecation.ts"
import { Code, ConflictRuleId, DimensionName, Text, Version } from "../../domain/taxonomy/Scalars.ts"
import { DimensionSource, LicenseSource, RuleSource, TaxonomySource, WaiversSource } from "../sources/SourceSchemas.ts"
import type { SchemaDimension } from "./SchemaItems.ts"

/** A JSON Schema with the extensions of the YAML language server. */
export interface EditorJsonSchema {
  readonly [keyword: string]: unknown
}

export const isJsonSchema = (value: unknown): value is EditorJsonSchema => Predicate.isObject(value)

/** The schema at a path of keywords and names; empty if there is none. */
export const schemaAt = (schema: EditorJsonSchema, ...path: ReadonlyArray<string>): EditorJsonSchema =>
  path.reduce<EditorJsonSchema>((outer, key) => {
    const inner = outer[key]
    return isJsonSchema(inner) ? inner : {}
  }, schema)

/** The schema with another one at a path of keywords and names. */
export const withSchemaAt = (
  schema: EditorJsonSchema,
  path: ReadonlyArray<string>,
  inner: EditorJsonSchema
): EditorJsonSchema => {
  const [key, ...rest] = path
  return key === undefined ? inner : { ...schema, [key]: withSchemaAt(schemaAt(schema, key), rest, inner) }
}

/** A schema that applies `consequence` if `condition` holds, and `alternative` otherwise. */
export const conditional = (
  condition: EditorJsonSchema,
  consequence: EditorJsonSchema,
  alternative?: EditorJsonSchema
): EditorJsonSchema => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: consequence,
  ...(alternative === undefined ? {} : { else: alternative })
})

/** The messages of the YAML language server for a schema, in the words of the checks instead of those of JSON Schema. */
const typeMessages = ({ enum: literals, pattern, type }: EditorJsonSchema): EditorJsonSchema => {
  const patternErrorMessage = Predicate.isString(pattern) ? patternMessages.get(pattern) : undefined
  const errorMessage = Predicate.isString(type) && literals === undefined ? messages[type] : undefined
  return {
    ...(patternErrorMessage === undefined ? {} : { patternErrorMessage }),
    ...(errorMessage === undefined ? {} : { errorMessage })
  }
}

const messages: Partial<Record<string, string>> = {
  string: "This must be text. Write it in quotes if it looks like a number, a date or true.",
  boolean: "Write true or false, without quotes."
}

const patternsOf = ({ ast }: Schema.Top): ReadonlyArray<readonly [string, string]> =>
  (ast.checks ?? []).flatMap(({ annotations = {} }) => {
    const { expected, hint, representation } = annotations
    const payload = Predicate.isObject(representation) ? representation["payload"] : undefined
    const source = Predicate.isObject(payload) ? payload["source"] : undefined
    return Predicate.isString(source) && Predicate.isString(expected)
      ? [[source, `This must be ${withoutNoun(expected)}. ${String(hint)}`] as const]
      : []
  })

/** `a code: letters and digits` as `letters and digits`, since the title of the key says the rest. */
const withoutNoun = (expected: string): string => expected.replace(/^a (?:code|dimension name|rule id): /, "")

/** What a text must be, by the pattern that it has in the schema. */
const patternMessages: ReadonlyMap<string, string> = new Map(
  [Code, DimensionName, ConflictRuleId, ReplacementName, Text, Version].flatMap(patternsOf)
)

/** A kind of source file, and the JSON Schema with which text editors check it. */
export interface EditorSchema {
  readonly name: string
  /** A pattern, relative to the source folder. */
  readonly files: string
  readonly schema: EffectSchema.JsonSchema
}

/**
 * Derived from the schemas that decode the sources, so that both accept the same files. Only `taxonomy check` finds
 * mistakes that involve several files, such as an unknown code.
 */
export const editorSchemas = (): ReadonlyArray<EditorSchema> => [
  editorSchema("taxonomy", "taxonomy.yaml", "Taxonomy", TaxonomySource),
  withSnippet(
    withSnippet(editorSchema("dimension", "dimensions/*.yaml", "Dimension", DimensionSource), [dimensionSnippet]),
    [valueSnippet],
    ["properties", "values", "items"],
    "Value"
  ),
  withSnippet(editorSchema("license", "licenses/*.yaml", "License", LicenseSource), [licenseSnippet([])]),
  withSnippet(editorSchema("rule", "rules/*.yaml", "Conflict rule", RuleSource), ruleSnippets),
  withSnippet(editorSchema("waivers", "waivers.yaml", "Waivers", WaiversSource), [waiverSnippet], ["items"], "Waiver")
]

const editorSchema = (name: string, files: string, title: string, source: Schema.Top): EditorSchema => {
  // The YAML language server supports draft 7 best.
  const { definitions, schema } = EffectSchema.toDocumentDraft07(
    Schema.toJsonSchemaDocument(source, { onExcessProperty: "error" })
  )
  return {
    name,
    files,
    schema: {
      $schema: EffectSchema.META_SCHEMA_URI_DRAFT_07,
      title,
      ...withTexts(descriptionsFirst(schema)),
      ...(Object.keys(definitions).length === 0 ? {} : { definitions })
    }
  }
}

/** Offers to write a whole item at a path of the schema. */
const withSnippet = (
  editor: EditorSchema,
  defaultSnippets: ReadonlyArray<object>,
  path: ReadonlyArray<string> = [],
  title = editor.schema["title"]
): EditorSchema => {
  const item = { title, ...schemaAt(editor.schema, ...path), defaultSnippets }
  return { ...editor, schema: withSchemaAt(editor.schema, path, item) }
}

/** Moves descriptions next to the type: some editors do not show those in `allOf`. */
const descriptionsFirst = (schema: EffectSchema.JsonSchema): EffectSchema.JsonSchema => {
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, inside(value, descriptionsFirst)])
  )
  const parts: ReadonlyArray<unknown> = Array.isArray(allOf) ? allOf : []
  const descriptions = parts.filter(isDescription)
  const others = parts.filter((part) => !isDescription(part))
  return { ...rest, ...Object.assign({}, ...descriptions), ...(others.length === 0 ? {} : { allOf: others }) }
}

const isDescription = (part: unknown): boolean => isJsonSchema(part) && Object.keys(part).join() === "description"

/** The first line of a source, which names its schema for text editors. The path is relative to the source folder. */
export const schemaLineOf = (file: string): string | undefined => {
  const kind = editorSchemas().find(({ files }) => matchesGlob(file, files))
  const up = "../".repeat(file.split("/").length)
  return kind === undefined
    ? undefined
    : `# yaml-language-server: $schema=${up}.taxonomy/schemas/${kind.name}.schema.json`
}

/**
 * Gives each key the title, description and messages that text editors show. Without a title of its own, each key would
 * have that of the file; without the Markdown, the YAML language server escapes the backticks of a description.
 */
export const withTexts = (schema: EditorJsonSchema): EditorJsonSchema => {
  const { description } = schema
  const inner = Object.entries(withoutMinLength(schema)).map(([keyword, value]) => [
    keyword,
    keyword === "properties" && isJsonSchema(value) ? withTitles(value) : inside(value, withTexts)
  ])
  return {
    ...Object.fromEntries(inner),
    ...typeMessages(schema),
    ...(typeof description === "string" ? { markdownDescription: description } : {})
  }
}

const withTitles = (properties: EditorJsonSchema): EditorJsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [
      key,
      isJsonSchema(schema) ? { title: titleOf(key), ...withTexts(schema) } : schema
    ])
  )

/** `replaced_by` as "Replaced by". */
const titleOf = (key: string): string => `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll("_", " ")}`

const inside = (value: unknown, change: (schema: EditorJsonSchema) => EditorJsonSchema): unknown =>
  Array.isArray(value) ? value.map((each) => inside(each, change)) : isJsonSchema(value) ? change(value) : value

/** An empty text has no character other than white space either: one message is enough. */
const withoutMinLength = (schema: EditorJsonSchema): EditorJsonSchema => {
  const { minLength, ...rest } = schema
  const others = Array.isArray(schema["allOf"]) ? schema["allOf"] : []
  return minLength === 1 && others.some((other) => isJsonSchema(other) && other["pattern"] === String.raw`\S`)
    ? rest
    : schema
}

/** Completions that write a whole item, in the snippet syntax of the Language Server Protocol. */
const valueSnippet: EditorJsonSchema = {
  label: "new value",
  description: "A value with its texts. The code is permanent.",
  // What follows the dash of a list stands two columns further to the right.
  bodyText: "code: $1\n  label: $2\n  description: $3"
}

const dimensionSnippet: EditorJsonSchema = {
  label: "new dimension",
  description: "A dimension with one value. The name is the file name.",
  bodyText: [
    "name: $TM_FILENAME_BASE",
    "label: $1",
    "description: $2",
    "shape: ${3|single,multiple,flags|}",
    "required: false",
    "values:",
    "  - code: $4",
    "    label: $5",
    "    description: $6"
  ].join("\n")
}

/** A license that sets each required dimension. */
export const licenseSnippet = (dimensions: ReadonlyArray<SchemaDimension>): EditorJsonSchema => {
  const required = dimensions.filter((dimension) => dimension.required)
  const settings = required.map(
    ({ code, shape }, index) => `  ${code}: ${settingBodies[shape].replace("$", `$${index + 3}`)}`
  )
  return {
    label: "new license",
    description: "A base license. The code is the file name.",
    bodyText: [
      "code: $TM_FILENAME_BASE",
      "name: $1",
      "description: $2",
      settings.length === 0 ? "config: {}" : "config:",
      ...settings
    ].join("\n")
  }
}

const settingBodies = {
  single: "$",
  multiple: "[$]",
  territory: "{ global: true, countries: [] }",
  flags: "{ $ }"
} as const

const ruleSnippets: ReadonlyArray<EditorJsonSchema> = [
  {
    label: "new rule",
    description: "A conflict rule. The id is the file name.",
    bodyText: "id: $TM_FILENAME_BASE\ndescription: $1\nforbid:\n  $2"
  },
  {
    label: "new rule with a demand",
    description: "A rule that demands something in a case. The id is the file name.",
    bodyText: "id: $TM_FILENAME_BASE\ndescription: $1\nwhen:\n  $2\nrequire:\n  $3"
  }
]

const waiverSnippet: EditorJsonSchema = {
  label: "new waiver",
  description: "An exception for one finding of one release.",
  bodyText: "rule: $1\n  subject: $2\n  version: $3\n  reason: $4\n  approved_by: $5"
}
