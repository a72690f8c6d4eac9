import { readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor } from "../../support/TwoMajors.ts"

const published = makeOneMajor()

/** A project with releases whose sources have mistakes, and a new value. */
const makeProject = async () => {
  const cwd = await copyOf(published)
  const dimension = smallSources["dimensions/use_type.yaml"]
  await writeFiles(join(cwd, "taxonomy-src"), {
    ...smallSources,
    "dimensions/use_type.yaml": `${dimension.replace("label: Editorial", "label:Editorial # News")}  - code: study
    label: Study
    description: Research.
`
  })
  await rename(join(cwd, "taxonomy-src/licenses/EDU.yaml"), join(cwd, "taxonomy-src/licenses/EDU.yml"))
  return cwd
}

describe("taxonomy check --fix", () => {
  it("mends files, names and version, says what it changed, and is complete at once", async ({ expect }) => {
    const cwd = await makeProject()
    const releases = await digests(join(cwd, "releases"))
    const { code, stdout, stderr } = await taxonomy(["check", "--fix"], { cwd })
    expect(stderr).toBe("")
    expect(stdout).toContain(`Fixed 3 findings:
  taxonomy-src/dimensions/use_type.yaml:8: Missing space after the colon of label
    - label:Editorial # News
    + label: Editorial # News
  taxonomy-src/licenses/EDU.yml:1: licenses/EDU.yml is not a file of the taxonomy
    renamed to taxonomy-src/licenses/EDU.yaml
  taxonomy-src/taxonomy.yaml:4: Version 1.0.0 is already published with different content
    - version: 1.0.0
    + version: 1.4.0
`)
    expect(stdout).toContain("1.4.0 can be released")
    expect(code).toBe(0)
    expect(await readdir(join(cwd, "taxonomy-src/licenses"))).toEqual(["EDU.yaml", "THREE.yaml", "TWO.yaml"])
    expect(await digests(join(cwd, "releases"))).toEqual(releases)
    const again = await taxonomy(["check", "--fix"], { cwd })
    expect(again.stdout).toMatch(/^Nothing to fix\.\n\n/)
    expect(await taxonomy(["check"], { cwd })).toMatchObject({ code: 0 })
  })

  it("writes nothing with --dry-run, and shows the report of what it would write", async ({ expect }) => {
    const cwd = await makeProject()
    const before = await digests(cwd)
    const { code, stdout } = await taxonomy(["check", "--fix", "--dry-run"], { cwd })
    expect(stdout).toMatch(/^Would fix 3 findings\. Nothing was written:\n/)
    expect(stdout).toContain("1.4.0 can be released")
    expect([code, await digests(cwd)]).toEqual([0, before])
  })

  it("leaves what needs a decision, and the version until then", async ({ expect }) => {
    const cwd = await makeProject()
    const license = "code: OTHER\nname: Other\ndescription: Other.\nconfig: { use_type: [nothing_like_it] }\n"
    await writeFile(join(cwd, "taxonomy-src/licenses/OTHER.yaml"), license)
    const { code, stdout } = await taxonomy(["check", "--fix"], { cwd })
    expect([code, stdout.match(/^Fixed.*/)?.[0]]).toEqual([1, "Fixed 2 findings:"])
    expect(await readFile(join(cwd, "taxonomy-src/licenses/OTHER.yaml"), "utf8")).toBe(license)
    expect(await readFile(join(cwd, "taxonomy-src/taxonomy.yaml"), "utf8")).toContain("version: 1.0.0\n")
    const again = await taxonomy(["check", "--fix"], { cwd })
    expect(again.stdout).toMatch(/^Nothing can be fixed automatically\. Each finding says what to do\.\n\n/)
  })

  it("prints what it changed on stderr if a program reads the report", async ({ expect }) => {
    const cwd = await makeProject()
    const { stderr, stdout } = await taxonomy(["check", "--fix", "--format", "json"], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, version: "1.4.0" })
    expect(stderr).toMatch(/^Fixed 3 findings:\n/)
  })

  it("is refused with --watch", async ({ expect }) => {
    const { code, stderr } = await taxonomy(["check", "--fix", "--watch"], { cwd: await published })
    expect([code, stderr]).toEqual([
      2,
      "error: --fix would change files while they are edited. Leave out --watch, or --fix.\n"
    ])
  })

  it("can be left out with TAXONOMY_DRY_RUN, which is set for all commands", async ({ expect }) => {
    const cwd = await makeProject()
    const env = { TAXONOMY_DRY_RUN: "true" }
    const before = await digests(cwd)
    const checked = await taxonomy(["check"], { cwd, env })
    expect([checked.code, checked.stderr]).toEqual([1, ""])
    const { stdout } = await taxonomy(["check", "--fix"], { cwd, env })
    expect(stdout).toMatch(/^Would fix 3 findings/)
    expect(await digests(cwd)).toEqual(before)
  })
})
