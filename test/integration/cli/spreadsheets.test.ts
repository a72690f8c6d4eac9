import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "csv-parse/sync"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { git, makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor } from "../../support/TwoMajors.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** A copy of the project's own taxonomy. */
const makeProject = async () => {
  const cwd = await temporaryFolder()
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  for (const folder of ["taxonomy-src", "releases"])
    await cp(join(root, folder), join(cwd, folder), { recursive: true })
  return cwd
}

describe("taxonomy export csv and import csv", () => {
  it.for([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"]
  ] as const)("are a round trip without a change: %s", async ([separator, delimiter], { expect }) => {
    const cwd = await makeProject()
    const before = await digests(join(cwd, "taxonomy-src"))
    const exported = await taxonomy(["export", "csv", "--out", "values.csv", "--separator", separator], { cwd })
    const rows = parse(await readFile(join(cwd, "values.csv")), { bom: true, columns: true, delimiter })
    expect(rows.length).toBeGreaterThan(500)
    expect(exported).toEqual({ code: 0, stdout: `Wrote ${rows.length} values to values.csv.\n`, stderr: "" })
    const { code, stdout } = await taxonomy(["import", "csv", "values.csv"], { cwd })
    expect([code, stdout.split("\n", 2)]).toEqual([0, ["Nothing to change.", ""]])
    expect(await digests(join(cwd, "taxonomy-src"))).toEqual(before)
  })

  it("export what they print, with CRLF and a byte order mark unless it is turned off", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const head = "dimension,code,label,description,definition,deprecated,replaced_by,replacement_mode,reason"
    const { stdout } = await taxonomy(["export", "csv", "--no-bom"], { cwd })
    expect(stdout).toBe(
      [
        `${head},deprecated_in,deprecated_on,removal_version,removal_after,removal_date`,
        "use_type,editorial,Editorial,News and commentary.,,no,,,,,,,,",
        "use_type,educational,Educational,Teaching and study.,,no,,,,,,,,",
        ""
      ].join("\r\n")
    )
    expect((await taxonomy(["export", "csv"], { cwd })).stdout).toBe(`\uFEFF${stdout}`)
    const unknown = await taxonomy(["export", "csv", "--dimension", "use_typ"], { cwd })
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'error: The taxonomy has no dimension "use_typ". Did you mean "use_type"?\n'
    ])
  })

  it("export a release with the dates of each deprecation and removal", async ({ expect }) => {
    const cwd = await copyOf(makeOneMajor())
    const release = await taxonomy(["export", "csv", "--version", "v1.2.0"], { cwd })
    expect(release.stdout).toContain(
      "use_type,editorial,Editorial,News and commentary.,,yes,educational,,,1.1.0,2026-02-10,2.0.0,,2026-08-10\r\n"
    )
    expect(await taxonomy(["export", "csv", "--version", "v1.2"], { cwd })).toEqual(release)
    const newest = await taxonomy(["export", "csv", "--version", "1.3.0"], { cwd })
    expect(await taxonomy(["export", "csv", "--version", "v1"], { cwd })).toEqual(newest)
    const missing = await taxonomy(["export", "csv", "--version", "v9.0.0"], { cwd })
    expect([missing.code, missing.stderr]).toEqual([
      1,
      "error: Release v9.0.0 does not exist. Choose one of 1.0.0, 1.1.0, 1.2.0, 1.3.0.\n"
    ])
  })

  it("write what a table says, declare the version, and say what they leave alone", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const table =
      "code;label;description;label:fr\r\neditorial;Editorial;News, and commentary.;Presse\r\nstudy;Study;=x;\r\n"
    await writeFile(join(cwd, "values.csv"), `\uFEFF${table}`)
    const before = await digests(cwd)
    const rehearsed = await taxonomy(["import", "csv", "values.csv", "--dimension", "use_type", "--dry-run"], { cwd })
    expect([rehearsed.code, await digests(cwd)]).toEqual([0, before])
    const { code, stdout } = await taxonomy(["import", "csv", "values.csv", "--dimension", "use_type"], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain(`
use_type: 1 added, 1 changed.
use_type: educational is not in the file. It stays as it is.
`)
    expect(await readFile(join(cwd, "taxonomy-src/dimensions/use_type.yaml"), "utf8")).toBe(
      smallSources["dimensions/use_type.yaml"].replace(
        "    description: News and commentary.\n",
        `    description: News, and commentary.
    translations:
      fr:
        label: Presse
`
      ) + "  - code: study\n    label: Study\n    description: =x\n"
    )
  })

  it("write nothing if one row is wrong, and name row and column", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await writeFile(join(cwd, "values.csv"), "code,label,description\neditorial,Press,News\nstudy,,Text\n")
    const before = await digests(cwd)
    const { code, stderr, stdout } = await taxonomy(["import", "csv", "values.csv", "--dimension", "use_type"], { cwd })
    expect([code, stdout, await digests(cwd)]).toEqual([1, "", before])
    expect(stderr).toBe(
      "error: values.csv cannot be imported. Nothing was written.\n  row 3, column label: The text is missing. Write it.\n"
    )
  })
})
