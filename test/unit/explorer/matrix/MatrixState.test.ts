import { assert, describe, it } from "@effect/vitest"
import {
  formatMatrixState,
  type MatrixState,
  meetsFilters,
  parseMatrixState,
  toggleSort
} from "../../../../src/explorer/matrix/MatrixState.ts"
import { license } from "../../../support/domain/SmallTaxonomy.ts"

const initial: MatrixState = {
  text: "",
  filters: [],
  sort: { by: "name", isDescending: false },
  columns: undefined,
  isDifferent: false,
  selected: []
}

describe("parseMatrixState", () => {
  it("is the initial state without parameters", () => {
    assert.deepStrictEqual(parseMatrixState({}), initial)
  })

  it("ignores what is not a filter", () => {
    assert.deepStrictEqual(parseMatrixState({ filter: "use_type,,/editorial,use_type/" }).filters, [])
  })

  it("selects at most three licenses, each once", () => {
    assert.deepStrictEqual(parseMatrixState({ select: "A,A,B,C,D" }).selected, ["A", "B", "C"])
  })
})

describe("formatMatrixState", () => {
  it("leaves out what is as if it were missing", () => {
    assert.deepStrictEqual(formatMatrixState(initial), {})
  })

  it("is the inverse of parseMatrixState", () => {
    const state: MatrixState = {
      text: "avatar",
      filters: ["use_type/editorial", "use_type/a.b+c/no", "territory/*", "territory/-"],
      sort: { by: "dimensions/code", isDescending: true },
      columns: ["use_type", "territory"],
      isDifferent: true,
      selected: ["NIL-1", "NIL-2"]
    }
    assert.deepStrictEqual(parseMatrixState(formatMatrixState(state)), state)
    assert.deepStrictEqual(parseMatrixState(formatMatrixState({ ...state, columns: [] })).columns, [])
  })
})

describe("toggleSort", () => {
  it("sorts upwards, then downwards, then upwards", () => {
    const first = toggleSort(initial.sort, "code")
    assert.deepStrictEqual(first, { by: "code", isDescending: false })
    assert.deepStrictEqual(toggleSort(first, "code"), { by: "code", isDescending: true })
    assert.deepStrictEqual(toggleSort(toggleSort(first, "code"), "code"), { by: "code", isDescending: false })
  })
})

const licenses = [
  license("LIST", { use_type: ["editorial", "educational"], territory: { global: false, countries: ["NO", "SE"] } }),
  license("SINGLE", { use_type: "editorial", territory: { global: true, countries: [] } }),
  license("FLAGS", { use_type: { editorial: false, educational: true } })
]
const codes = (filter: string) =>
  licenses.filter((each) => meetsFilters(each, parseMatrixState({ filter }).filters)).map(({ code }) => code)

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
