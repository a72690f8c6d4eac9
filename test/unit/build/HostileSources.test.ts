import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { compile } from "../../../src/build/Compile.ts"
import { locate } from "../../../src/build/diagnostics/SourceLocation.ts"
import type { SourceTree } from "../../../src/build/sources/SourceTree.ts"
import { makeFindingsReport } from "../../../src/report/Report.ts"
import { reporters } from "../../../src/report/Reporters.ts"
import { hostileSources } from "../../support/HostileSources.ts"
import { smallSources } from "../../support/Sources.ts"

const treeWith = (text: string): SourceTree =>
  Object.entries({ ...smallSources, "dimensions/hostile.yaml": text }).map(([path, content]) => ({
    _tag: "File",
    path,
    bytes: typeof content === "string" ? new TextEncoder().encode(content) : content
  }))

const findingsOf = (text: string) => {
  const tree = treeWith(text)
  const findings = Result.getOrThrow(Result.flip(compile(tree)))
  return locate(tree, { sources: "taxonomy-src", releases: "releases" }, findings)
}

describe("sources that nobody means", () => {
  it.each(Object.entries(hostileSources))("are refused with findings in every format: %s", async (_, textOf) => {
    const findings = findingsOf(textOf(2_000))
    assert.isNotEmpty(findings)
    assert.isTrue(findings.every(({ place }) => place.file === "taxonomy-src/dimensions/hostile.yaml"))
    for (const load of Object.values(reporters)) {
      const render = await load()
      assert.isNotEmpty(await render(makeFindingsReport("check", findings), { colour: false }))
    }
  })

  // A repair of them changes more lines than a function takes arguments.
  it("are explained however many lines a repair changes", () => {
    const [finding, ...others] = findingsOf("---\na: 1\n".repeat(130_000))
    assert.deepStrictEqual([finding?.rule, others], ["source/syntax", []])
  })
})
