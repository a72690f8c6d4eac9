import { assert, describe, it } from "@effect/vitest"
import {
  formatMatrixState,
  parseMatrixState,
  toggleSort,
  type MatrixState
} from "../../../../src/explorer/matrix/MatrixState.ts"

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
      filters: [{ _tag: "Has", dimension: "use_type", code: "editorial" }],
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
