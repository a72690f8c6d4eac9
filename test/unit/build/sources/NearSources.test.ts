import { assert, describe, it } from "@effect/vitest"
import { isNearSource, sourceNameOf } from "../../../../src/build/sources/NearSources.ts"

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
