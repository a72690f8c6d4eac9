import { assert, describe, it } from "@effect/vitest"
import { matrixContent, parseMatrixState } from "../../../../src/explorer/matrix/MatrixState.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../support/domain/SmallTaxonomy.ts"

const taxonomy = taxonomyOf({
  dimensions: [commercialScope, flags, territory, useType],
  licenses: [
    { ...license("NIL-10", { use_type: ["educational"] }), name: "Zoo" },
    { ...license("NIL-2", { use_type: ["editorial"], ai_synthetic_use: { avatar_only: true } }), name: "News" },
    { ...license("NIL-1", { ai_synthetic_use: { avatar_only: true } }), name: "Avatar" }
  ]
})
const shown = (parameters: Record<string, string>) => {
  const { dimensions, licenses } = matrixContent(taxonomy, parseMatrixState(parameters), [])
  return { licenses: licenses.map(({ code }) => code), dimensions: dimensions.map(({ name }) => name) }
}

describe("matrixContent", () => {
  it("sorts by name, by code as numbers, and in both directions", () => {
    assert.deepStrictEqual(shown({}).licenses, ["NIL-1", "NIL-2", "NIL-10"])
    assert.deepStrictEqual(shown({ sort: "-name" }).licenses, ["NIL-10", "NIL-2", "NIL-1"])
    assert.deepStrictEqual(shown({ sort: "code" }).licenses, ["NIL-1", "NIL-2", "NIL-10"])
  })

  it("sorts by the labels of a dimension, with licenses that do not set it last", () => {
    assert.deepStrictEqual(shown({ sort: "dimensions/use_type" }).licenses, ["NIL-2", "NIL-10", "NIL-1"])
    assert.deepStrictEqual(shown({ sort: "-dimensions/use_type" }).licenses, ["NIL-10", "NIL-2", "NIL-1"])
  })

  it("filters by text and by settings", () => {
    assert.deepStrictEqual(shown({ text: "news" }).licenses, ["NIL-2"])
    assert.deepStrictEqual(shown({ filter: "ai_synthetic_use/avatar_only,use_type/-" }).licenses, ["NIL-1"])
  })

  it("shows the chosen dimensions, or those in which the shown licenses differ", () => {
    assert.deepStrictEqual(shown({ columns: "use_type,territory,unknown" }).dimensions, ["territory", "use_type"])
    assert.deepStrictEqual(shown({ differ: "true" }).dimensions, ["ai_synthetic_use", "use_type"])
    assert.deepStrictEqual(shown({ differ: "true", filter: "ai_synthetic_use/avatar_only" }).dimensions, ["use_type"])
    assert.deepStrictEqual(shown({ differ: "true", text: "zoo" }).dimensions, [])
  })
})
