import { assert, describe, it } from "@effect/vitest"
import { toPointer } from "../../../../../src/build/sources/SourceTree.ts"
import { diff } from "../../../../../src/domain/change/Diff.ts"
import { locateChange } from "../../../../../src/domain/checks/semver/ChangeCauses.ts"
import { given, release } from "../../../../support/domain/ReleaseScenario.ts"
import {
  add,
  deprecate,
  edit,
  forbid,
  identify,
  remove,
  retitle,
  start,
  type Edit
} from "../../../../support/domain/TaxonomyEdits.ts"

const apply = (taxonomy: typeof start, ...edits: ReadonlyArray<Edit>) =>
  edits.reduce((edited, change) => change(edited), taxonomy)

const editRule =
  (condition: string): Edit =>
  (taxonomy) => ({
    ...taxonomy,
    rules: taxonomy.rules.map((rule) => ({ ...rule, forbid: { use_type: { contains: condition } } }))
  })

describe("the place of a change in the sources", () => {
  const before = apply(
    start,
    identify("https://example.com/a"),
    forbid("never", { use_type: { contains: "editorial" } })
  )

  it.each<readonly [string, Edit, file: string, path: ReadonlyArray<string>]>([
    ["namespace", (taxonomy) => ({ ...taxonomy, namespace: "other" }), "taxonomy.yaml", ["namespace"]],
    ["IRI", identify("https://example.com/b"), "taxonomy.yaml", ["iri"]],
    ["title", retitle("Other"), "taxonomy.yaml", ["title"]],
    ["shape", edit("attribution", { shape: "single" }), "dimensions/attribution.yaml", ["shape"]],
    ["requirement", edit("attribution", { required: true }), "dimensions/attribution.yaml", ["required"]],
    ["definition", edit("attribution", { definition: "D." }), "dimensions/attribution.yaml", ["definition"]],
    [
      "definition of a value",
      edit("attribution/byline", { definition: "D." }),
      "dimensions/attribution.yaml",
      ["values", "byline", "definition"]
    ],
    ["config", edit("CLASS", { config: { attribution: ["byline"] } }), "licenses/CLASS.yaml", ["config"]],
    ["condition", editRule("educational"), "rules/never.yaml", ["forbid"]],
    ["deprecated dimension", deprecate("attribution"), "dimensions/attribution.yaml", ["deprecated"]],
    [
      "deprecated value",
      deprecate("attribution/byline"),
      "dimensions/attribution.yaml",
      ["values", "byline", "deprecated"]
    ],
    ["deprecated license", deprecate("CLASS"), "licenses/CLASS.yaml", ["deprecated"]],
    ["added dimension", add("tone"), "dimensions/tone.yaml", ["name"]],
    ["added value", add("attribution/logo"), "dimensions/attribution.yaml", ["values", "logo", "code"]],
    ["added license", add("COURSE"), "licenses/COURSE.yaml", ["code"]],
    ["added rule", forbid("ever", { use_type: { contains: "editorial" } }), "rules/ever.yaml", ["id"]]
  ])("is that of the %s", (_, change, file, path) => {
    const located = diff(before, apply(before, change)).flatMap(locateChange)
    assert.deepStrictEqual(
      located.map(({ location }) => toPointer(location)),
      [{ file, path }]
    )
  })

  it("has the kind, the bump and the item of the change", () => {
    const [change, ...others] = diff(before, apply(before, add("COURSE"))).flatMap(locateChange)
    assert.deepStrictEqual(others, [])
    assert.strictEqual(change?.kind, "license-added")
    assert.strictEqual(change?.bump, "minor")
    assert.deepStrictEqual(change?.item, { _tag: "License", license: "COURSE" })
    assert.isFalse(
      diff(before, apply(before, retitle("Other")))
        .flatMap(locateChange)
        .some((each) => "item" in each)
    )
  })

  it("does not exist for what was removed", () => {
    for (const subject of ["attribution", "attribution/byline", "CLASS"])
      assert.deepStrictEqual(diff(before, apply(before, remove(subject))).flatMap(locateChange), [])
  })
})

describe("the cause of a change", () => {
  const first = release(
    "1.0.0",
    "2026-01-10",
    forbid("never", { use_type: { contains_all: ["editorial", "educational"] } })
  )
  /** The items in which a bump that is too small has its causes. */
  const causes = (...edits: ReadonlyArray<Edit>) =>
    given(first)
      .when("1.0.1", "2026-02-10", ...edits)
      .findings.flatMap((finding) => [finding, ...(finding.follow_ups ?? [])])
      .filter(({ rule }) => rule === "semver/bump-too-small")
      .flatMap(({ links }) => links?.causes ?? [])

  it("is the changed item itself if nothing is removed", () => {
    assert.deepStrictEqual(causes(add("use_type/news"), edit("CLASS", { config: { attribution: ["byline"] } })), [
      "value use_type/news",
      "license CLASS"
    ])
    assert.deepStrictEqual(causes(identify("https://example.com/a"), edit("attribution", { definition: "D." })), [
      undefined,
      "dimension attribution"
    ])
  })

  it("is the removed item for the licenses and rules that named it", () => {
    assert.deepStrictEqual(
      causes(remove("use_type/editorial"), editRule("educational"), edit("CLASS", { config: { attribution: [] } })),
      ["value use_type/editorial", "license CLASS", "value use_type/editorial", "value use_type/editorial"]
    )
    assert.deepStrictEqual(
      causes(remove("use_type/editorial"), (taxonomy) => ({ ...taxonomy, rules: [] })),
      ["value use_type/editorial", "value use_type/editorial", "value use_type/editorial"]
    )
  })

  it("is the removed item for the one that it looks renamed to", () => {
    assert.deepStrictEqual(
      causes(remove("attribution/byline"), add("attribution/credit", { label: "The byline" }), add("attribution/logo")),
      ["value attribution/byline", "value attribution/byline", "value attribution/logo"]
    )
  })
})
