import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const untidy = smallSources["licenses/EDU.yaml"].replace("use_type: [educational]", 'use_type:   ["educational",]  ')

describe("taxonomy format", () => {
  it("formats the sources, and accepts them with --check from then on", async ({ expect }) => {
    const cwd = await makeRepository({
      ...smallSources,
      "licenses/EDU.yaml": untidy,
      "licenses/NOTE.txt": "x:  [",
      "notes/1.1.0.md": "First:  [a\n"
    })
    const before = await digests(cwd)
    const line = "taxonomy-src/licenses/EDU.yaml"
    expect(await taxonomy(["format", "--check"], { cwd })).toEqual({
      code: 1,
      stdout: `Not formatted: ${line}\n`,
      stderr: ""
    })
    expect(await digests(cwd)).toEqual(before)
    expect(await taxonomy(["format"], { cwd })).toEqual({ code: 0, stdout: `Formatted ${line}\n`, stderr: "" })
    expect(await readFile(join(cwd, line), "utf8")).toBe(smallSources["licenses/EDU.yaml"])
    const count = Object.keys(smallSources).length
    const all = { code: 0, stdout: `All ${count} sources are formatted.\n`, stderr: "" }
    expect(await taxonomy(["format", "--check"], { cwd })).toEqual(all)
  })

  it("formats the others if one has mistakes, and names it", async ({ expect }) => {
    const cwd = await makeRepository({ ...smallSources, "licenses/EDU.yaml": untidy, "rules/never-both.yaml": "id: [" })
    const { code, stderr, stdout } = await taxonomy(["format"], { cwd })
    expect([code, stdout]).toEqual([1, "Formatted taxonomy-src/licenses/EDU.yaml\n"])
    expect(stderr).toBe(
      "taxonomy-src/rules/never-both.yaml cannot be formatted. Run taxonomy check, and correct it first.\n"
    )
    expect(await readFile(join(cwd, "taxonomy-src/rules/never-both.yaml"), "utf8")).toBe("id: [")
  })
})
