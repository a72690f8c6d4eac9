import { assert, describe, it } from "@effect/vitest"
import { removedWithoutDeprecation } from "../../../src/domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import { unknownValue } from "../../../src/domain/checks/reference/UnknownNames.ts"
import { dimensionRef, formatItem, valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import {
  helpOf,
  labelOf,
  messageOf,
  relatedMessageOf,
  subjectOf,
  makeEntries
} from "../../../src/report/FindingText.ts"
import { renderMarkdown } from "../../../src/report/formats/Markdown.ts"
import { renderPretty } from "../../../src/report/formats/Pretty.ts"
import type { ItemFacts } from "../../../src/report/text/ItemText.ts"
import { findingWithText, locatedFinding, reportOf } from "./HostileReports.ts"

const items: ItemFacts = {
  taxonomy: empty,
  labelOf: (item) => ({ "use/film": "Film", use: "use" })[formatItem(item)],
  itemBefore: () => undefined
}

describe("the texts of a finding", () => {
  it("are its message and help, and its item by name and by label", () => {
    const found = findingWithText("It is old", { item: valueRef("use", "film") })
    assert.strictEqual(messageOf(found), "v1 ended on 2026-01-01: It is old")
    assert.strictEqual(helpOf(found), "Release on a later major version, such as v2.")
    assert.strictEqual(subjectOf(found), "use/film")
    assert.strictEqual(labelOf(found, items), "Film (use/film)")
    assert.strictEqual(labelOf({ ...found, item: dimensionRef("use") }, items), "use")
    assert.isUndefined(labelOf({ ...found, item: dimensionRef("tone") }, items))
  })

  it("name no item if it concerns none", () => {
    assert.isUndefined(subjectOf(findingWithText("m")))
    assert.isUndefined(labelOf(findingWithText("m"), items))
  })
})

describe("relatedMessageOf", () => {
  it("says what is at each kind of related location", () => {
    const place = { file: "a.yaml", line: 1, column: 1, end_line: 1, end_column: 2 }
    const location = { _tag: "Header", path: [] } as const
    const version = Version.make("1.2.0")
    const value = { kind: "value-removed", bump: "major", item: valueRef("use", "film"), location } as const
    const title = { kind: "title-changed", bump: "patch", location } as const
    assert.strictEqual(relatedMessageOf({ _tag: "Removed", place, release: version }), "the removed item in 1.2.0")
    assert.strictEqual(
      relatedMessageOf({ _tag: "NearWaiver", place, version }),
      "A waiver of this finding exists, but for version 1.2.0"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "FollowUp", place, finding: findingWithText("It is old") }),
      "v1 ended on 2026-01-01: It is old"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "Change", place, change: value }),
      "the removal of use/film requires a major release"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "Change", place, change: title }),
      "the changed text of the taxonomy requires a patch release"
    )
  })
})

const place = { file: "use.yaml", line: 3, column: 1, end_line: 3, end_column: 7 }
const earliest = {
  may_go: "later",
  version: Version.make("2.0.0"),
  date: "2027-01-01",
  after: [],
  deprecated_in: null
} as const

const codes = Array.from({ length: 10 }, (_, index) => `V${index}`)

const removed = (code: string) =>
  locatedFinding(
    removedWithoutDeprecation,
    { item: `use/${code}`, base: Version.make("1.0.0"), kind: "Value", code, renamed_to: null, earliest },
    { place, item: valueRef("use", code), related: [{ _tag: "Removed", place, release: Version.make("1.0.0") }] }
  )

const reportWith = (findings: ReadonlyArray<ReturnType<typeof removed>>) => {
  const values = codes.map((code) => ({ code, label: code, description: code }))
  const itemBefore = () =>
    ({ name: "use", label: "Use", description: "Use.", shape: "multiple", required: false, values }) as const
  return { ...reportOf(findings), items: { taxonomy: empty, labelOf: () => undefined, itemBefore } }
}

const titlesOf = (findings: ReadonlyArray<ReturnType<typeof removed>>) =>
  makeEntries(reportWith(findings)).map(({ title }) => title)

describe("makeEntries", () => {
  it("asks whether a file is cut off if the end of a list is gone", async () => {
    const report = reportWith(codes.slice(3).map(removed))
    assert.deepStrictEqual(titlesOf(report.findings), [
      "7 values are removed at once, the end of the list of use. Is the file cut off?"
    ])
    for (const text of [await renderPretty(report, { colour: false }), renderMarkdown(report)]) {
      for (const code of codes.slice(3)) assert.include(text, `use/${code} is removed`)
      assert.strictEqual(text.split("Restore it.").length, 2)
    }
  })

  it("joins other findings of one check in one file with the same help, and few of them not", () => {
    assert.deepStrictEqual(titlesOf(codes.slice(1, 8).map(removed)), ["7 findings: Removal without deprecation"])
    assert.lengthOf(titlesOf(codes.slice(5).map(removed)), 5)
    const elsewhere = codes.map((code, index) => ({ ...removed(code), place: { ...place, file: `${index}.yaml` } }))
    assert.lengthOf(titlesOf(elsewhere), 10)
  })

  it("says in which line each is if they are in several", () => {
    const findings = codes.map((name, index) =>
      locatedFinding(
        unknownValue,
        { name, dimension: "use", suggestion: null },
        { place: { ...place, line: index + 1 } }
      )
    )
    const [entry] = makeEntries(reportOf(findings))
    assert.strictEqual(entry?.messages[1], 'line 2: use has no value "V1"')
  })
})
