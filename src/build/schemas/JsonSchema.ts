import * as Predicate from "effect/Predicate"

/** A JSON Schema with the extensions of the YAML language server. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const isJsonSchema = (value: unknown): value is JsonSchema => Predicate.isObject(value)

/** The schema at a path of keywords and names; empty if there is none. */
export const schemaAt = (schema: JsonSchema, ...path: ReadonlyArray<string>): JsonSchema =>
  path.reduce<JsonSchema>((outer, key) => {
    const inner = outer[key]
    return isJsonSchema(inner) ? inner : {}
  }, schema)

/** The schema with another one at a path of keywords and names. */
export const withSchemaAt = (schema: JsonSchema, path: ReadonlyArray<string>, inner: JsonSchema): JsonSchema => {
  const [key, ...rest] = path
  return key === undefined ? inner : { ...schema, [key]: withSchemaAt(schemaAt(schema, key), rest, inner) }
}

/** A schema that applies `consequence` if `condition` holds, and `alternative` otherwise. */
export const conditional = (condition: JsonSchema, consequence: JsonSchema, alternative?: JsonSchema): JsonSchema => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: consequence,
  ...(alternative === undefined ? {} : { else: alternative })
})
