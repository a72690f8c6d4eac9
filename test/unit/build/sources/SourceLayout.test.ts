import { assert, describe, it } from "@effect/vitest"
import { fileOf, joinRoot, toPointer, type Pointer } from "../../../../src/build/sources/SourceLayout.ts"
import { inHeader, inItem, inRelease, inSource, inWaiver, type Location } from "../../../../src/domain/Finding.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"

describe("fileOf", () => {
  it("is the file that contains each kind of item", () => {
    assert.deepStrictEqual(
      [dimensionRef("use"), valueRef("use", "film"), licenseRef("A"), conflictRuleRef("r")].map(fileOf),
      ["dimensions/use.yaml", "dimensions/use.yaml", "licenses/A.yaml", "rules/r.yaml"]
    )
  })
})

describe("toPointer", () => {
  it("leads to each kind of location", () => {
    const rows: ReadonlyArray<readonly [Location, Pointer]> = [
      [inItem(dimensionRef("use"), "label"), { file: "dimensions/use.yaml", path: ["label"] }],
      [inItem(valueRef("use", "film"), "label"), { file: "dimensions/use.yaml", path: ["values", "film", "label"] }],
      [
        { ...inItem(licenseRef("A"), "config", "use"), key: true, within: "x" },
        { file: "licenses/A.yaml", path: ["config", "use"], key: true, within: "x" }
      ],
      [inHeader("version"), { file: "taxonomy.yaml", path: ["version"] }],
      [
        { _tag: "Header", path: ["title"], within: "x" },
        { file: "taxonomy.yaml", path: ["title"], within: "x" }
      ],
      [inWaiver(2), { file: "waivers.yaml", path: [2] }],
      [inSource("a.yaml", {}), { file: "a.yaml", path: [] }],
      [inSource("a.yaml", { path: ["x"], key: true }), { file: "a.yaml", path: ["x"], key: true }],
      [inSource("a.yaml", { span: [1, 2] }), { file: "a.yaml", path: [], span: [1, 2] }],
      [inRelease("ledger.jsonl", 3), { file: "ledger.jsonl", line: 3, root: "releases", path: [] }],
      [inRelease("v1.0.0"), { file: "v1.0.0", root: "releases", path: [] }]
    ]
    for (const [location, pointer] of rows) assert.deepStrictEqual(toPointer(location), pointer)
  })
})

describe("joinRoot", () => {
  it("is the path from the folder in which the command ran", () => {
    const join = (root: string) => joinRoot(root, "licenses/A.yaml")
    assert.deepStrictEqual(["", ".", "src", "src/", "src//", "/src"].map(join), [
      "licenses/A.yaml",
      "licenses/A.yaml",
      "src/licenses/A.yaml",
      "src/licenses/A.yaml",
      "src/licenses/A.yaml",
      "/src/licenses/A.yaml"
    ])
  })
})
