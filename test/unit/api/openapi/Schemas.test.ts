import { describe, it } from "vitest"
import { allowMoreFields, identifiersIn, schemaReference, usedSchemas } from "../../../../src/api/openapi/Schemas.ts"

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
