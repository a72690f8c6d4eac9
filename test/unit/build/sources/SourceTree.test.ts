import { assert, describe, it } from "@effect/vitest"
import {
  fileOf,
  joinRoot,
  toPointer,
  type Pointer,
  isNearSource,
  sourceNameOf
} from "../../../../src/build/sources/SourceTree.ts"
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

describe("a file that is nearly a source", () => {
  it.for([
    ["licenses/NIL-MUSIC.txt", "licenses/NIL-MUSIC.yaml"],
    ["licenses/NIL-MUSIC", "licenses/NIL-MUSIC.yaml"],
    ["licenses/NIL-MUSIC.yaml.txt", "licenses/NIL-MUSIC.yaml"],
    ["dimensions/use_type.yaml.bak", "dimensions/use_type.yaml"],
    ["dimensions/use_type.yaml~", "dimensions/use_type.yaml"],
    ["rules/never.json", "rules/never.yaml"],
    ["rules/never.docx", "rules/never.yaml"],
    ["license/NIL-MUSIC.txt", "license/NIL-MUSIC.yaml"],
    ["taxonomy.txt", "taxonomy.yaml"],
    ["waivers", "waivers.yaml"]
  ] as const)("is one by its name, and should be called otherwise: %s", ([path, name]) => {
    assert.isTrue(isNearSource(path))
    assert.strictEqual(sourceNameOf(path), name)
  })

  it.for([
    "licenses/NIL-MUSIC.yaml",
    "licenses/NIL-MUSIC.YML",
    "README.md",
    "licenses/README",
    "licenses/LICENSE.txt",
    "notes.txt",
    "drafts/idea.txt",
    "licenses/.gitkeep",
    ".DS_Store",
    "licenses/Thumbs.db",
    "dimensions/diagram.png",
    "dimensions/categories.csv"
  ])("is not %s", (path) => {
    assert.isFalse(isNearSource(path))
  })
})
