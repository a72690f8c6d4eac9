import * as Predicate from "effect/Predicate"
import * as Records from "effect/Record"
import type { JsonSchema } from "./OpenApiDocument.ts"

/** The reference to a schema of the document. */
export const schemaReference = (name: string): { readonly $ref: string } => ({ $ref: `${componentPrefix}${name}` })

/** The names of the schemas that a body consists of: one, or the members of a union. */
export const identifiersIn = (schema: JsonSchema): ReadonlyArray<string> => {
  const { $ref, anyOf } = schema
  if (typeof $ref === "string") return [nameIn($ref)]
  return Array.isArray(anyOf) ? anyOf.flatMap((member: JsonSchema) => identifiersIn(member)) : []
}

/** Keeps the schemas that the other parts of a document refer to, also by way of other schemas. */
export const usedSchemas = (
  schemas: Readonly<Record<string, JsonSchema>>,
  others: ReadonlyArray<unknown>,
  prefix = componentPrefix
): Readonly<Record<string, JsonSchema>> => {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!Predicate.isObject(node)) return
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword !== "$ref" || typeof value !== "string" || !value.startsWith(prefix)) visit(value)
      else if (!used.has(nameIn(value))) {
        used.add(nameIn(value))
        visit(schemas[nameIn(value)])
      }
    }
  }
  others.forEach(visit)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

/** Removes `additionalProperties: false`, since bodies may get more fields within an API version (service spec, 9.4). */
export const allowMoreFields = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === "additionalProperties" && value === false))
      .map(([keyword, value]) => [keyword, allowMoreFieldsWithin(value)])
  )

const allowMoreFieldsWithin = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(allowMoreFieldsWithin)
    : typeof value === "object" && value !== null
      ? allowMoreFields({ ...value })
      : value

/**
 * Leads references to equal schemas of one name to the first of them. Effect numbers all that are not the same object:
 * `Texts` and `Texts_1`.
 */
export const joinEqualSchemas = <Document extends WithSchemas>(document: Document): Document => {
  const texts = Records.map(document.components.schemas, (schema) => JSON.stringify(schema))
  const firstOf = (name: string): string => {
    const first = name.replace(/_\d+$/, "")
    return texts[first] === texts[name] ? first : name
  }
  const joined: Document = JSON.parse(
    JSON.stringify(document, (keyword, value: unknown) =>
      keyword === "$ref" && typeof value === "string" && value.startsWith(componentPrefix)
        ? `${componentPrefix}${firstOf(nameIn(value))}`
        : value
    )
  )
  return joined
}

interface WithSchemas {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const componentPrefix = "#/components/schemas/"

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)
