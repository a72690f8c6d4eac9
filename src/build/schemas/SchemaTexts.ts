import { isJsonSchema, type JsonSchema } from "./JsonSchema.ts"
import { typeMessages } from "./TypeMessages.ts"

/**
 * Gives each key the title, description and messages that text editors show. Without a title of its own, each key would
 * have that of the file; without the Markdown, the YAML language server escapes the backticks of a description.
 */
export const withTexts = (schema: JsonSchema): JsonSchema => {
  const { description } = schema
  const inner = Object.entries(withoutMinLength(schema)).map(([keyword, value]) => [
    keyword,
    keyword === "properties" && isJsonSchema(value) ? withTitles(value) : inside(value)
  ])
  return {
    ...Object.fromEntries(inner),
    ...typeMessages(schema),
    ...(typeof description === "string" ? { markdownDescription: description } : {})
  }
}

const withTitles = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [
      key,
      isJsonSchema(schema) ? { title: titleOf(key), ...withTexts(schema) } : schema
    ])
  )

/** `replaced_by` as "Replaced by". */
const titleOf = (key: string): string => `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll("_", " ")}`

const inside = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(inside) : isJsonSchema(value) ? withTexts(value) : value

/** An empty text has no character other than white space either: one message is enough. */
const withoutMinLength = (schema: JsonSchema): JsonSchema => {
  const { minLength, ...rest } = schema
  const others = Array.isArray(schema["allOf"]) ? schema["allOf"] : []
  return minLength === 1 && others.some((other) => isJsonSchema(other) && other["pattern"] === String.raw`\S`)
    ? rest
    : schema
}
