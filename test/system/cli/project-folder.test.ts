import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { projectFolder } from "../../../src/cli/options/Options.ts"
import { taxonomy, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const folderWith = async (...folders: ReadonlyArray<string>): Promise<string> => {
  const root = await temporaryFolder()
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true })
  return root
}

describe("the folder of the project", () => {
  it("is the nearest folder above with sources or a ledger, in the same repository", async ({ expect }) => {
    const root = await folderWith(
      ".git",
      "docs/deep",
      "taxonomy-src/rules",
      "other/taxonomy-src",
      "served/releases",
      "served/in"
    )
    await writeFile(join(root, "served/releases/ledger.ndjson"), "")
    const found = (folder: string) => projectFolder(join(root, folder))
    expect(["", "docs/deep", "taxonomy-src/rules", "other", "other/taxonomy-src", "served/in"].map(found)).toEqual([
      "",
      join("..", ".."),
      join("..", ".."),
      "",
      "..",
      ".."
    ])
  })

  it("is the current folder without such a folder or without a repository", async ({ expect }) => {
    const root = await folderWith("taxonomy-src", "nested/.git", "nested/in", "bare")
    for (const folder of ["nested/in", "nested", "bare"]) expect(projectFolder(join(root, folder))).toBe("")
  })

  it("is found from any of its subfolders", async ({ expect }) => {
    const cwd = await makeRepository({ ...smallSources, "licenses/TWO.yaml": "code: TWO\n" })
    const { code, stdout } = await taxonomyInNewProcess(["check"], { cwd: join(cwd, "taxonomy-src/rules") })
    expect([code, stdout]).toEqual([1, expect.stringContaining("--> ../../taxonomy-src/licenses/TWO.yaml:1:1")])
  })
})

describe("commands without a release", () => {
  it("name the folder that they searched and change nothing", async ({ expect }) => {
    const cwd = await folderWith()
    const nothing = `No release is published in ${join(cwd, "releases")}. `
    const missing = `error: The folder ${join(cwd, "releases")} does not exist. `
    const reason = ["--reason", "Wrong"]
    const [check, history, item, diff, withdraw, end, rebuild] = await Promise.all(
      [
        ["check"],
        ["history"],
        ["history", "EDU"],
        ["diff", "1.0.0"],
        ["withdraw", "v1.0.0", ...reason],
        ["end-of-life", "v1", ...reason],
        ["rebuild"]
      ].map((args) => taxonomy(args, { cwd }))
    )
    expect([check?.code, check?.stderr]).toEqual([
      3,
      `error: The source folder ${join(cwd, "taxonomy-src")} does not exist. Set it with --src.\n`
    ])
    expect([history?.code, history?.stdout]).toEqual([0, expect.stringContaining(nothing)])
    expect([item?.code, item?.stderr]).toEqual([1, expect.stringContaining(nothing)])
    expect([diff?.code, diff?.stderr]).toEqual([1, expect.stringContaining(`Release 1.0.0 does not exist. ${nothing}`)])
    for (const refused of [withdraw, end, rebuild]) {
      expect([refused?.code, refused?.stderr]).toEqual([3, expect.stringContaining(missing)])
    }
  })

  it("count all items as added in a diff, and say so on stderr", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const { code, stderr, stdout } = await taxonomy(["diff", "--format", "json"], { cwd })
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^note: No release is published in .* count as added\.\n$/)
    ])
    expect(stdout).toContain('"kind":"license-added"')
  })
})
