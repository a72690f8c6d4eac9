import { describe, it } from "vitest"
import { schemaDetails, schemaLink, typeOf } from "../../../../src/api/docs/DocsSchemas.ts"
import type { Html } from "../../../../src/api/docs/Html.ts"
import type { JsonSchema } from "../../../../src/api/openapi/OpenApiDocument.ts"

/** The lines of HTML, without the spaces that a browser ignores. */
const linesOf = ({ html }: Html): string => html.replaceAll(/\s+/g, " ").replaceAll("> <", ">\n<").trim()

const item: JsonSchema = {
  description: "An `item`.",
  type: "object",
  required: ["code"],
  properties: {
    code: { type: "string", pattern: "^[A-Z]+$" },
    more: { $ref: "#/components/schemas/More" },
    odd: true
  }
}

describe("typeOf", () => {
  it.for<[JsonSchema, string]>([
    [{ type: "integer" }, "integer"],
    [{}, "any value"],
    [{ type: "string", pattern: "^v" }, "string like <code>^v</code>"],
    [{ $ref: "#/components/schemas/Item" }, '<a href="#schema-Item"><code>Item</code></a>'],
    [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "null" } }] }, "string or list of null"],
    [{ type: "string", enum: ["a", 1] }, "<code>&quot;a&quot;</code> or <code>1</code>"],
    [{ type: "array" }, "list"],
    [{ type: "array", items: false }, "list"],
    [{ type: "object" }, "object"],
    [{ type: "object", additionalProperties: false }, "object"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "object of boolean"],
    [
      { type: "object", properties: { a: { type: "string" }, b: { enum: [true] }, c: false } },
      "object with <code>a</code> (string), <code>b</code> (<code>true</code>)"
    ]
  ])("describes %j", ([schema, text], { expect }) => {
    expect(linesOf(typeOf(schema))).toBe(text)
  })
})

describe("schemaLink", () => {
  it("leads to the details of the schema", ({ expect }) => {
    expect(schemaLink("#/components/schemas/Item").html).toBe('<a href="#schema-Item"><code>Item</code></a>')
  })
})

describe("schemaDetails", () => {
  it("has a row for each member, and tells whether it is always present", ({ expect }) => {
    expect(linesOf(schemaDetails("Item", item))).toBe(`<details id="schema-Item">
<summary><code>Item</code></summary>
<p>An <code>item</code>.</p>
<div class="table" tabindex="0" role="group" aria-label="Fields of Item">
<table>
<thead>
<tr>
<th scope="col">Field</th>
<th scope="col">Present</th>
<th scope="col">Type</th>
</tr>
</thead>
<tbody>
<tr>
<th scope="row"><code>code</code></th>
<td>always</td>
<td>string like <code>^[A-Z]+$</code></td>
</tr>
<tr>
<th scope="row"><code>more</code></th>
<td>sometimes</td>
<td><a href="#schema-More"><code>More</code></a></td>
</tr>
</tbody>
</table>
</div>
</details>`)
  })

  it("names no member present if the schema requires none", ({ expect }) => {
    const { required: _, ...optional } = item
    expect(linesOf(schemaDetails("Item", optional))).not.toContain("always")
  })

  it("describes a schema without members by its type", ({ expect }) => {
    const lines = linesOf(
      schemaDetails("Codes", { description: "All codes.", type: "array", items: { type: "string" } })
    )
    expect(lines).toBe(`<details id="schema-Codes">
<summary><code>Codes</code></summary>
<p>All codes.</p>
<p>list of string</p>
</details>`)
  })
})
