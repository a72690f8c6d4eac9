import type { JsonSchema } from "../openapi/OpenApiDocument.ts"
import { empty, html, inline, joined, type Html } from "./Html.ts"

/** Renders a schema of the document, with a row for each member. */
export const schemaDetails = (name: string, schema: JsonSchema): Html =>
  html` <details id="schema-${name}">
    <summary><code>${name}</code></summary>
    <p>${inline(textOf(schema["description"]))}</p>
    ${membersTable(name, schema)}
  </details>`

export const schemaLink = (reference: string): Html => {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  return html`<a href="#schema-${name}"><code>${name}</code></a>`
}

/** Describes the type of a value. */
export const typeOf = (schema: JsonSchema): Html => {
  const { $ref, additionalProperties, anyOf, enum: values, items, pattern, properties, type } = schema
  if (typeof $ref === "string") return schemaLink($ref)
  if (Array.isArray(anyOf)) return joined(anyOf.map(typeOf), " or ")
  if (Array.isArray(values))
    return joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      " or "
    )
  if (type === "array") return isSchema(items) ? html`list of ${typeOf(items)}` : html`list`
  if (isSchema(properties)) {
    return html`object with
    ${joined(
      membersOf(properties).map(([member, form]) => html`<code>${member}</code> (${typeOf(form)})`),
      ", "
    )}`
  }
  if (type === "object")
    return isSchema(additionalProperties) ? html`object of ${typeOf(additionalProperties)}` : html`object`
  return html`${textOf(type) || "any value"}${typeof pattern === "string" ? html` like <code>${pattern}</code>` : empty}`
}

const membersTable = (name: string, { properties, required, ...schema }: JsonSchema): Html => {
  if (!isSchema(properties)) return html`<p>${typeOf(schema)}</p>`
  const requiredNames: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const rows = membersOf(properties).map(
    ([member, form]) =>
      html` <tr>
        <th scope="row"><code>${member}</code></th>
        <td>${requiredNames.includes(member) ? "always" : "sometimes"}</td>
        <td>${typeOf(form)}</td>
      </tr>`
  )
  return html`<div class="table" tabindex="0" role="group" aria-label="Fields of ${name}">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Present</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

const membersOf = (properties: JsonSchema): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries(properties).flatMap(([member, form]) => (isSchema(form) ? [[member, form] as const] : []))

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
