import { describe, it } from "vitest"
import {
  allowMoreFields,
  identifiersIn,
  joinEqualSchemas,
  schemaReference,
  usedSchemas
} from "../../../../src/api/openapi/Schemas.ts"

describe("identifiersIn", () => {
  it("names the schemas of a body, also those of a union, and none of other schemas", ({ expect }) => {
    expect(schemaReference("Item")).toEqual({ $ref: "#/components/schemas/Item" })
    expect(identifiersIn(schemaReference("Item"))).toEqual(["Item"])
    const union = { anyOf: [schemaReference("Item"), { anyOf: [schemaReference("Other")] }, { type: "null" }] }
    expect(identifiersIn(union)).toEqual(["Item", "Other"])
    expect(identifiersIn({ type: "object", properties: { item: schemaReference("Item") } })).toEqual([])
  })
})

describe("usedSchemas", () => {
  it("keeps what the others refer to, also by way of other schemas and in circles", ({ expect }) => {
    const schemas = {
      Unused: { items: schemaReference("List") },
      Tree: { properties: { children: { type: "array", items: schemaReference("Tree") } } },
      List: { anyOf: [{ type: "null" }, schemaReference("Tree")] },
      Header: { type: "string" },
      Named: { const: "#/components/schemas/Unused" }
    }
    const others = [
      { content: [{ schema: schemaReference("List") }] },
      { $ref: "#/components/headers/Header" },
      null,
      [{ $ref: { deep: schemaReference("Named") } }]
    ]
    expect(Object.keys(usedSchemas(schemas, others))).toEqual(["Tree", "List", "Named"])
    expect(usedSchemas(schemas, [])).toEqual({})
  })
})

describe("joinEqualSchemas", () => {
  it("leads references to the first of equal schemas with one name, and leaves those to others", ({ expect }) => {
    const schemas = {
      Texts: { type: "object" },
      Texts_1: { type: "object" },
      Texts_2: { type: "array" },
      Other_1: { type: "object" },
      List: { items: schemaReference("Texts_1") }
    }
    const body = { anyOf: ["Texts", "Texts_1", "Texts_2", "Other_1"].map(schemaReference) }
    const headers = { $ref: "#/components/headers/Texts_1" }
    expect(joinEqualSchemas({ body, headers, components: { schemas } })).toEqual({
      body: { anyOf: ["Texts", "Texts", "Texts_2", "Other_1"].map(schemaReference) },
      headers,
      components: { schemas: { ...schemas, List: { items: schemaReference("Texts") } } }
    })
  })
})

describe("allowMoreFields", () => {
  it("removes the ban on other fields at every depth, and nothing else", ({ expect }) => {
    expect(
      allowMoreFields({
        type: "object",
        additionalProperties: false,
        required: ["a", "b"],
        properties: {
          a: { type: "object", additionalProperties: false },
          b: { type: "object", additionalProperties: { type: "object", additionalProperties: false } }
        },
        anyOf: [{ additionalProperties: false }, { additionalProperties: true, default: null, const: false }]
      })
    ).toEqual({
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "object" }, b: { type: "object", additionalProperties: { type: "object" } } },
      anyOf: [{}, { additionalProperties: true, default: null, const: false }]
    })
  })
})
