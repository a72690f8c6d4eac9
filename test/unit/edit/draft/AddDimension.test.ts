import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { addDimension, type NewDimension } from "../../../../src/edit/draft/NewItems.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const draft = { taxonomy: taxonomyOf(), history: emptyHistory, ownCodes: new Map(), configs: new Map() }

const dimension = {
  name: "territory",
  label: "Territory",
  description: "Where.",
  shape: "territory",
  required: true
} as const

const contentOf = (more: Pick<NewDimension, "values" | "valuesFrom" | "definition">) => {
  const changes = Result.getOrThrow(addDimension(draft, { ...dimension, ...more }))
  return changes.map((change) => (change._tag === "CreateFile" ? change.content : change._tag))
}

const value = { code: "NO", label: "Norway", description: "The kingdom." }

describe("addDimension", () => {
  it("writes the values, also if there are none yet", () => {
    expect(contentOf({ values: [value] })).toStrictEqual([{ ...dimension, values: [value] }])
    expect(contentOf({ values: [] })).toStrictEqual([{ ...dimension, values: [] }])
    expect(contentOf({ values: [], definition: "A place." })).toStrictEqual([
      { ...dimension, definition: "A place.", values: [] }
    ])
  })

  it("writes the list that values come from, and values only if there are more", () => {
    const listed = { ...dimension, values_from: "iso-3166-1-alpha-2" }
    expect(contentOf({ values: [], valuesFrom: listed.values_from })).toStrictEqual([listed])
    expect(contentOf({ values: [value], valuesFrom: listed.values_from })).toStrictEqual([
      { ...listed, values: [value] }
    ])
  })
})
