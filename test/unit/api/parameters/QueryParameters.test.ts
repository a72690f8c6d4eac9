import { assert, describe, it } from "@effect/vitest"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { reservedNames } from "../../../../src/domain/taxonomy/Names.ts"

describe("reservedNames", () => {
  it("are the parameters of the endpoints with filters, so that each dimension can be a filter", () => {
    const parameters = endpointRoutes().flatMap(({ filters, parameters }) => (filters ? parameters : []))
    assert.deepStrictEqual([...reservedNames].toSorted(), [...new Set(parameters)].toSorted())
  })
})
