import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { describe, it } from "vitest"
import { vocabularyFacts } from "../../../scripts/bundle/Explorer.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Modules that web pages run, too. Effect's schemas alone would be larger than all of them, and nothing shakes them off. */
const entries = [
  "src/domain/change/Apply.ts",
  "src/domain/change/Change.ts",
  "src/domain/change/Diff.ts",
  "src/domain/contracts/Assess.ts",
  "src/domain/contracts/Succession.ts",
  "src/domain/contracts/ReleaseOfBodies.ts",
  "src/domain/taxonomy/Settings.ts",
  "src/domain/taxonomy/ConfigValidation.ts",
  "src/domain/vocabulary/Snapshot.ts",
  "src/domain/taxonomy/ItemRef.ts",
  "src/domain/taxonomy/Languages.ts",
  "src/domain/taxonomy/Names.ts",
  "src/domain/taxonomy/Normalize.ts",
  "src/domain/taxonomy/Replacement.ts",
  "src/domain/taxonomy/VersionArithmetic.ts",
  "src/report/changes/ChangeKinds.ts",
  "src/report/changes/ChangeText.ts",
  "src/report/text/ItemText.ts",
  "src/report/text/Redline.ts",
  "src/report/text/PlainText.ts"
]

describe("the modules that web pages run", () => {
  it("load neither Effect nor Node, and no package", async ({ expect }) => {
    const { imports, modules } = await bundle()
    for (const entry of entries) expect(modules).toContain(entry)
    expect(imports).toEqual([])
    expect(modules.filter((module) => !/^src\/(?:domain|report)\//.test(module))).toEqual([])
  })
})

/** The paths of the bundled modules, and what the bundle imports. */
const bundle = async () => {
  await using build = await rolldown({
    input: entries.map((entry) => `${root}${entry}`),
    platform: "browser",
    plugins: [vocabularyFacts],
    // Node's own modules are the only ones that cannot be bundled.
    external: /^node:/
  })
  const { output } = await build.generate()
  const chunks = output.filter((chunk) => chunk.type === "chunk")
  const names = new Set(chunks.map(({ fileName }) => fileName))
  return {
    imports: chunks.flatMap(({ imports }) => imports).filter((name) => !names.has(name)),
    modules: chunks
      .flatMap(({ moduleIds }) => moduleIds)
      // Modules of rolldown itself begin with a null character.
      .filter((id) => !id.startsWith("\0"))
      .map((id) => (id.startsWith(root) ? id.slice(root.length) : id))
  }
}
