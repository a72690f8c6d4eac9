import { assert, describe, it } from "@effect/vitest"
import {
  joinUnknownValues,
  type UnknownValueProblem
} from "../../../../../src/domain/checks/reference/UnknownValues.ts"
import { replaceNode } from "../../../../../src/domain/diagnostic/Fix.ts"
import { inItem } from "../../../../../src/domain/diagnostic/Location.ts"
import { licenseRef, valueRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"

const item = licenseRef("NEWS")
const listLocation = inItem(item, "config", "use_type")

const unknownIn = (
  list: ReadonlyArray<string>,
  name: string,
  facts: Partial<UnknownValueProblem["name"]> = {}
): UnknownValueProblem => ({
  _tag: "UnknownValue",
  item,
  location: inItem(item, "config", "use_type", list.indexOf(name)),
  missing: valueRef("use_type", name),
  name: { name, dimension: "use_type", suggestion: null, ...facts },
  list
})

const entryLocation = (index: number) => inItem(item, "config", "use_type", index)

describe("the unknown values of a list", () => {
  it("are one problem at the entry if there is only one", () => {
    const problem = unknownIn(["pres", "radio"], "pres", { suggestion: "press" })
    assert.deepStrictEqual(joinUnknownValues([problem]), [
      {
        problems: [problem],
        name: problem.name,
        location: entryLocation(0),
        fix: [replaceNode(entryLocation(0), "press")]
      }
    ])
  })

  it("are one problem of the list, with a fix for each if all have a suggestion", () => {
    const list = ["pres", "radio", "24h"]
    const problems = [
      unknownIn(list, "pres", { suggestion: "press" }),
      unknownIn(list, "24h", { suggestion: "24" })
    ] as const
    assert.deepStrictEqual(joinUnknownValues(problems), [
      {
        problems: [...problems],
        name: {
          ...problems[0].name,
          entries: [
            { name: "pres", suggestion: "press" },
            { name: "24h", suggestion: "24" }
          ],
          meant: '[press, radio, "24"]'
        },
        location: listLocation,
        fix: [replaceNode(entryLocation(0), "press"), replaceNode(entryLocation(2), '"24"')]
      }
    ])
  })

  it("have no fix if one of them is unclear", () => {
    const list = ["pres", "opera"]
    const [joined] = joinUnknownValues([
      unknownIn(list, "pres", { suggestion: "press" }),
      unknownIn(list, "opera", { belongs_to: "genre" })
    ])
    assert.deepStrictEqual(joined?.name.entries, [
      { name: "pres", suggestion: "press" },
      { name: "opera", suggestion: null, belongs_to: "genre" }
    ])
    assert.isNull(joined?.name.meant)
    assert.deepStrictEqual(joined?.location, listLocation)
    assert.deepStrictEqual(joined?.fix, [])
  })

  it("are replaced with the whole list if a region stands for several, or two mean the same", () => {
    const regions = ["US", "Benelux", "BE"]
    const members = ["BE", "NL", "LU"]
    const [region] = joinUnknownValues([unknownIn(regions, "Benelux", { members })])
    assert.strictEqual(region?.name.meant, "[US, BE, NL, LU]")
    assert.deepStrictEqual(region?.fix, [replaceNode(listLocation, "[US, BE, NL, LU]")])
    const twice = ["pres", "press"]
    const [same] = joinUnknownValues([
      unknownIn(twice, "pres", { suggestion: "press" }),
      unknownIn(twice, "press", { suggestion: "press" })
    ])
    assert.deepStrictEqual(same?.fix, [replaceNode(listLocation, "[press]")])
  })

  it("have no fix if a note would be lost", () => {
    const list = ["pres // print", "rdio"]
    const [joined] = joinUnknownValues([
      unknownIn(list, "pres // print", { suggestion: "press" }),
      unknownIn(list, "rdio", { suggestion: "radio" })
    ])
    assert.strictEqual(joined?.name.meant, "[press, radio]")
    assert.deepStrictEqual(joined?.fix, [])
  })

  it("are separate problems in separate lists, and if the release removes them", () => {
    const [one, other] = [["pres"], ["pres"]]
    const list = ["news", "radio"]
    const removed = { replaced_by: ["press"] }
    const problems = [
      unknownIn(one, "pres"),
      unknownIn(other, "pres"),
      unknownIn(list, "news", { removed }),
      unknownIn(list, "radio", { removed })
    ]
    assert.deepStrictEqual(
      joinUnknownValues(problems).map((joined) => [...joined.problems]),
      problems.map((problem) => [problem])
    )
  })
})
