import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import * as DateTime from "effect/DateTime"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { makePublishedProject } from "../../support/PublishedProject.ts"
import { commitAll, git, makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor } from "../../support/TwoMajors.ts"

/** A copy of the project's own taxonomy. */
const makeProject = async () => {
  const cwd = await temporaryFolder()
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  for (const folder of ["taxonomy-src", "releases"])
    await cp(join(ownProject, folder), join(cwd, folder), { recursive: true })
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
    const head =
      "base,dimension,code,label,alt_labels,description,notes,examples,definition,role,reserves,broader,includes,unbound_by,citations,deprecated,replaced_by,replacement_mode,consider,reason"
    const { stdout } = await taxonomy(["export", "csv", "--no-bom"], { cwd })
    expect(stdout.split("\r\n")).toEqual([
      `${head},deprecated_in,deprecated_on,removal_version,removal_after,removal_date`,
      expect.stringMatching(
        /^draft:[0-9a-f]{12}:[0-9a-f]{10},use_type,editorial,Editorial,,News and commentary.,{10}no,{9}$/
      ),
      expect.stringMatching(
        /^draft:[0-9a-f]{12}:[0-9a-f]{10},use_type,educational,Educational,,Teaching and study.,{10}no,{9}$/
      ),
      ""
    ])
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
    expect(release.stdout).toMatch(/\r\n1\.2\.0:[0-9a-f]{10},use_type,editorial,/)
    expect(release.stdout).toContain(
      "use_type,editorial,Editorial,,News and commentary.,,,,,,,,,,yes,educational,,,,1.1.0,2026-02-10,2.0.0,,2026-08-10\r\n"
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
    const importing = ["import", "csv", "values.csv", "--dimension", "use_type"]
    const unmerged = await taxonomy(importing, { cwd })
    expect([unmerged.code, await digests(cwd)]).toEqual([1, before])
    expect(unmerged.stderr).toContain(
      "The table has no column base, so nobody can tell which cells were edited. 2 values differ"
    )
    const rehearsed = await taxonomy([...importing, "--overwrite", "--dry-run"], { cwd })
    expect([rehearsed.code, await digests(cwd)]).toEqual([0, before])
    const { code, stdout } = await taxonomy([...importing, "--overwrite"], { cwd })
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
      fr: { label: Presse }
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

  it("merge an old table with a release that others published since", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const file = join(cwd, "taxonomy-src/dimensions/product_categories.yaml")
    const edit = async (path: string, from: string, to: string) => {
      const text = await readFile(path, "utf8")
      expect(text).toContain(from)
      await writeFile(path, text.replace(from, to))
    }
    await taxonomy(["export", "csv", "--out", "a.csv"], { cwd })
    const table = await readFile(join(cwd, "a.csv"), "utf8")
    await edit(file, "label: Airlines", "label: Airlines and airports")
    await taxonomy(["check", "--fix"], { cwd })
    await commitAll(cwd, "Airports")
    expect(
      (
        await buildRelease([], {
          cwd,
          env: { SOURCE_DATE_EPOCH: String(Math.floor(DateTime.nowUnsafe().epochMilliseconds / 1000)) }
        })
      ).stdout
    ).toMatch(/Published \d+\.\d+\.1: /)

    await edit(join(cwd, "a.csv"), "Quick-service restaurants", "Quick-service restaurants and cafés")
    const imported = await taxonomy(["import", "csv", "a.csv"], { cwd })
    expect([imported.code, imported.stdout.match(/product_categories: .*/)?.[0]]).toEqual([
      0,
      "product_categories: 0 added, 1 changed."
    ])
    const merged = await readFile(file, "utf8")
    expect(merged).toContain("label: Airlines and airports")
    expect(merged).toContain("Quick-service restaurants and cafés")

    await writeFile(join(cwd, "a.csv"), table.replace(",Airlines,", ",Air carriers,"))
    const refused = await taxonomy(["import", "csv", "a.csv"], { cwd })
    expect([refused.code, await readFile(file, "utf8")]).toEqual([1, merged])
    expect(refused.stderr).toMatch(
      /row \d+, column label: The table says "Air carriers", the sources now say "Airlines and airports"\. Write the text that you want into both\./
    )
  })

  it("find the texts of a draft in git", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const file = join(cwd, "taxonomy-src/dimensions/use_type.yaml")
    await taxonomy(["export", "csv", "--out", "a.csv"], { cwd })
    const text = await readFile(file, "utf8")
    await writeFile(file, text.replace("label: Editorial", "label: News"))
    await commitAll(cwd, "News")
    const table = await readFile(join(cwd, "a.csv"), "utf8")
    await writeFile(join(cwd, "a.csv"), table.replace("News and commentary.", "News or commentary."))
    expect((await taxonomy(["import", "csv", "a.csv"], { cwd })).code).toBe(0)
    expect(await readFile(file, "utf8")).toContain("label: News\n    description: News or commentary.")
  })
})
