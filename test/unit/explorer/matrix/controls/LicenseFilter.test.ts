import { assert, describe, it } from "@effect/vitest"
import { formatFilters, meetsFilters, parseFilters } from "../../../../../src/explorer/matrix/controls/LicenseFilter.ts"
import { license } from "../../../../support/domain/SmallTaxonomy.ts"

const licenses = [
  license("LIST", { use_type: ["editorial", "educational"], territory: { global: false, countries: ["NO", "SE"] } }),
  license("SINGLE", { use_type: "editorial", territory: { global: true, countries: [] } }),
  license("FLAGS", { use_type: { editorial: false, educational: true } })
]
const codes = (filter: string) =>
  licenses.filter((each) => meetsFilters(each, parseFilters(filter))).map(({ code }) => code)

describe("meetsFilters", () => {
  it("finds a value in a list, alone, or as a flag that is true", () => {
    assert.deepStrictEqual(codes("use_type/educational"), ["LIST", "FLAGS"])
    assert.deepStrictEqual(codes("use_type/editorial"), ["LIST", "SINGLE"])
    assert.deepStrictEqual(codes("use_type/editorial/no"), ["FLAGS"])
    assert.deepStrictEqual(codes("use_type/constructor"), [])
  })

  it("finds the licenses that cover a country, and those that are worldwide", () => {
    assert.deepStrictEqual(codes("territory/NO"), ["LIST", "SINGLE"])
    assert.deepStrictEqual(codes("territory/*"), ["SINGLE"])
    assert.deepStrictEqual(codes("territory/-"), ["FLAGS"])
  })

  it("finds the licenses that meet all filters", () => {
    assert.deepStrictEqual(codes("use_type/editorial,territory/SE"), ["LIST", "SINGLE"])
    assert.deepStrictEqual(codes("use_type/educational,territory/SE"), ["LIST"])
    assert.deepStrictEqual(codes(""), ["LIST", "SINGLE", "FLAGS"])
  })
})

describe("formatFilters", () => {
  it("is the inverse of parseFilters", () => {
    const text = "use_type/editorial,use_type/a.b+c/no,territory/*,territory/-"
    assert.strictEqual(formatFilters(parseFilters(text)), text)
  })

  it("ignores what is not a filter", () => {
    assert.deepStrictEqual(parseFilters("use_type,,/editorial,use_type/"), [])
  })
})
