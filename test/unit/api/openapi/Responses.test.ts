import { describe, it } from "vitest"
import { ComponentRegistry } from "../../../../src/api/openapi/Responses.ts"

describe("ComponentRegistry", () => {
  it("registers equal components once, and different ones of a name with a number", ({ expect }) => {
    const registry = new ComponentRegistry<object>("headers")
    const etag = { description: "A tag." }
    const references = [
      registry.register("ETag", etag),
      registry.register("ETag", etag),
      registry.register("ETag", { description: "Another." }),
      registry.register("ETag", { description: "A tag." }),
      registry.register("Age", {}),
      registry.register("ETag", {}),
      registry.register("ETag", { description: "Another." })
    ]
    expect(references.map(({ $ref }) => $ref)).toEqual([
      "#/components/headers/ETag",
      "#/components/headers/ETag",
      "#/components/headers/ETag.2",
      "#/components/headers/ETag",
      "#/components/headers/Age",
      "#/components/headers/ETag.3",
      "#/components/headers/ETag.2"
    ])
    expect(Object.entries(registry.toRecord())).toEqual([
      ["Age", {}],
      ["ETag", { description: "A tag." }],
      ["ETag.2", { description: "Another." }],
      ["ETag.3", {}]
    ])
  })
})
