import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { Code, DimensionName } from "../../../src/domain/taxonomy/Scalars.ts"
import { makeItemIris, placeholderBase } from "../../../src/export/ItemIris.ts"

const dimensionNames = Arbitrary.schema(DimensionName)

const codes = Arbitrary.schema(Code)

describe("makeItemIris", () => {
  it("appends the dimension and the escaped code to the base", () => {
    const iris = makeItemIris("https://vocabulary.example/nil/")
    assert.strictEqual(iris.taxonomy, "https://vocabulary.example/nil/")
    assert.strictEqual(iris.dimension("use_type"), "https://vocabulary.example/nil/use_type")
    assert.strictEqual(iris.value("use_type", "A+B.c"), "https://vocabulary.example/nil/use_type/A%2BB.c")
    assert.strictEqual(iris.license("NIL-1"), "https://vocabulary.example/nil/base-licenses/NIL-1")
    assert.strictEqual(iris.release("1.2.0"), "https://vocabulary.example/nil/version/1.2.0")
  })

  it("keeps a number sign before the items, and leaves it out for the taxonomy, which is the document", () => {
    const iris = makeItemIris("https://vocabulary.example/nil#")
    assert.strictEqual(iris.taxonomy, "https://vocabulary.example/nil")
    assert.strictEqual(iris.value("use_type", "A"), "https://vocabulary.example/nil#use_type/A")
  })

  it.prop("gives every item an IRI of its own", [dimensionNames, codes, codes], ([dimension, value, license]) => {
    const iris = makeItemIris(placeholderBase("nil"))
    const made = [
      iris.taxonomy,
      iris.licenses,
      iris.codes,
      iris.release("1.0.0"),
      iris.dimension(dimension),
      iris.value(dimension, value),
      iris.license(license)
    ]
    assert.strictEqual(new Set(made).size, made.length)
    for (const iri of made) assert.strictEqual(new URL(iri).href, iri)
  })
})
