import { assert, describe, it } from "@effect/vitest"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import {
  arrangeFindings,
  findSubject,
  formatCounts,
  formatPlace,
  groupRelated,
  type ReportedFinding
} from "../../../../src/explorer/draft/Findings.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import { makeRelease, makeValue } from "../time/Releases.ts"

const place = (line: number, file = "a.yaml") => ({ file, line, column: 3, end_line: line, end_column: 7 })

const finding = (others: Partial<ReportedFinding> = {}): ReportedFinding => ({
  rule: "source/syntax",
  level: "error",
  message: "It is wrong",
  context: {},
  help: "Mend it.",
  ...place(1),
  ...others
})

describe("arrangeFindings", () => {
  it("puts errors first, and shows findings with the same facts once with all their places", () => {
    const groups = arrangeFindings([
      finding({ level: "warning", context: { of: "warning" } }),
      finding({ context: { of: "A" } }),
      finding({ context: { of: "B" }, ...place(2) }),
      finding({ context: { of: "A" }, ...place(9, "b.yaml") })
    ])
    assert.deepStrictEqual(
      groups.map(({ context, otherPlaces }) => [context["of"], otherPlaces.map(formatPlace)]),
      [
        ["A", ["b.yaml:9:3"]],
        ["B", []],
        ["warning", []]
      ]
    )
  })

  it("keeps findings with related places apart", () => {
    const related = [{ message: "because of this", ...place(4) }]
    assert.strictEqual(arrangeFindings([finding({ related }), finding({ related })]).length, 2)
  })
})

describe("groupRelated", () => {
  it("says once what is the same of several places, and leaves out the finding's own", () => {
    const related = [
      { message: "first", ...place(4) },
      { message: "second", ...place(1) },
      { message: "first", ...place(5) }
    ]
    const [group] = arrangeFindings([finding({ related })])
    assert.deepStrictEqual(
      group && groupRelated(group).map(({ message, places }) => [message, places.map(({ line }) => line)]),
      [
        ["first", [4, 5]],
        ["second", []]
      ]
    )
  })
})

describe("formatCounts", () => {
  it("counts errors and warnings", () => {
    assert.strictEqual(formatCounts([]), "no findings")
    assert.strictEqual(formatCounts([finding(), finding(), finding({ level: "warning" })]), "2 errors, 1 warning")
  })
})

const items = [
  { item: "colour/GONE", kind: "value", label: "Gone", added_in: "1.0.0", removed_in: "2.0.0" },
  { item: "OLD", kind: "license", label: "Old", added_in: "1.0.0", removed_in: "2.0.0" }
] as const
const catalog = makeCatalog({ releases: [] }, { items: [...items] })
const draft = makeRelease("2.1.0", [makeValue("RED")], {
  licenses: [{ code: "BASE", name: "Base", description: "A base license.", config: {} }],
  rules: [{ id: "no-red", description: "Red is out.", forbid: { colour: { equals: "RED" } } }]
})

describe("findSubject", () => {
  it("finds the items of the working tree by the names in reports", () => {
    assert.deepStrictEqual(findSubject(catalog, draft, "colour"), dimensionRef("colour"))
    assert.deepStrictEqual(findSubject(catalog, draft, "colour/RED"), valueRef("colour", "RED"))
    assert.deepStrictEqual(findSubject(catalog, draft, "BASE"), licenseRef("BASE"))
    assert.deepStrictEqual(findSubject(catalog, draft, "rules/no-red"), conflictRuleRef("no-red"))
  })

  it("finds what the working tree removed, also if it cannot be read", () => {
    assert.deepStrictEqual(findSubject(catalog, draft, "colour/GONE"), valueRef("colour", "GONE"))
    assert.deepStrictEqual(findSubject(catalog, undefined, "OLD"), licenseRef("OLD"))
  })

  it("finds nothing for a name that no item has", () => {
    assert.strictEqual(findSubject(catalog, draft, "colour/NEVER"), undefined)
    assert.strictEqual(findSubject(catalog, draft, "a text"), undefined)
  })
})
