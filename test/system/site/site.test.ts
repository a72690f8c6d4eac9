// @effect-diagnostics preferSchemaOverJson:off
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { describe, it } from "vitest"
import { siteCommand } from "../../../src/cli/read/Explore.ts"
import type { DraftBody } from "../../../src/explorer/data/DataSource.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

const oneMajor = makeOneMajor()
const twoMajors = makeTwoMajors(oneMajor)

const date = "2026-09-01T00:00:00Z"

/** Writes a site of a project with this program. */
const writeSite = (cwd: string, ...args: ReadonlyArray<string>) =>
  taxonomy(["site", "--out", "site", "--date", date, ...args], { cwd })

/** What the files of a site tell the application, by their names. */
const dataOf = async (site: string): Promise<ReadonlyMap<string, string>> => {
  const data = new Map<string, string>()
  for (const file of await readdir(join(site, "data"))) {
    const script = await readFile(join(site, "data", file), "utf8")
    runInNewContext(script, { explorerData: (name: string, text: string) => data.set(name, text) })
    if (!data.has(file.replace(/\.js$/, ""))) throw new Error(`${file} has the data of another`)
  }
  return data
}

describe("taxonomy site", () => {
  it("writes the schema of every release as it was published, withdrawn ones too", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    const withdrawn = await taxonomy(["withdraw", "1.2.0", "--reason", "Published by mistake", "--yes"], { cwd })
    expect(withdrawn).toMatchObject({ code: 0 })
    expect(await writeSite(cwd)).toEqual({
      code: 0,
      stdout:
        "Wrote 5 releases to site. Open site/index.html in a browser.\nThe site contains the whole taxonomy. Publish it only where everybody may read that.\n",
      stderr: ""
    })
    const data = await dataOf(join(cwd, "site"))
    const versions = ["v1.0.0", "v1.1.0", "v1.2.0", "v1.3.0", "v2.0.0"]
    expect([...data.keys()].toSorted()).toEqual(["items", "releases", ...versions])
    for (const version of versions) {
      expect(data.get(version)).toBe(await readFile(join(cwd, "releases", version, "schema.json"), "utf8"))
    }
    const { releases } = JSON.parse(data.get("releases") ?? "")
    expect(releases).toHaveLength(5)
    expect(releases[2]).toMatchObject({ release: "1.2.0", withdrawn: { reason: "Published by mistake" } })
    const { items } = JSON.parse(data.get("items") ?? "")
    expect(items).toContainEqual(expect.objectContaining({ item: "use_type/editorial", removed_in: "2.0.0" }))
  })

  it("writes the term sheets of the releases that the major versions mean, in each format", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    expect(await writeSite(cwd)).toMatchObject({ code: 0 })
    const folder = join(cwd, "site/terms")
    expect(await readdir(folder)).toEqual(["v1.3.0", "v2.0.0"])
    const licenses = await readdir(join(cwd, "releases/v2.0.0/licenses"))
    const names = licenses.map((file) => file.replace(/json$/, ""))
    expect((await readdir(join(folder, "v2.0.0"))).toSorted()).toEqual(
      names.flatMap((name) => [`${name}docx`, `${name}html`, `${name}md`]).toSorted()
    )
    const { files } = JSON.parse(await readFile(join(cwd, "releases/v2.0.0/manifest.json"), "utf8"))
    const sheet = await readFile(join(folder, "v2.0.0", `${names[0]}md`), "utf8")
    expect(sheet).toContain(files["schema.json"].sha256)
  })

  it("has a page that names files of the site only, and allows no other", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    await writeSite(cwd)
    const shell = await readFile(join(cwd, "site/index.html"), "utf8")
    const named = [...shell.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path]) => path ?? "")
    expect(named).toHaveLength(3)
    const files = [...(await digests(join(cwd, "site"))).keys()]
    for (const path of named) expect(files).toContain(path)
    expect(shell).toContain(`content="default-src 'none'; script-src 'self'; style-src 'self';`)
    expect(shell).toContain('<meta name="explorer-source" content="files">')
    expect(shell).not.toContain("explorer-draft")
  })

  it("has the same bytes for the same input, wherever it is written", async ({ expect }) => {
    const [first, second] = [await copyOf(oneMajor), await copyOf(oneMajor)]
    await writeSite(first, "--working-tree")
    await writeSite(second, "--working-tree")
    const files = await digests(join(first, "site"))
    expect(files.size).toBeGreaterThan(8)
    expect(await digests(join(second, "site"))).toEqual(files)
  })

  it("shows the working tree, also if it cannot be released", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const { code, stdout } = await writeSite(cwd, "--working-tree")
    expect([code, stdout.split("\n")[0]]).toEqual([
      0,
      "Wrote 4 releases and the working tree to site. Open site/index.html in a browser."
    ])
    expect(await readFile(join(cwd, "site/index.html"), "utf8")).toContain(
      '<meta name="explorer-draft" content="true">'
    )
    const draft: DraftBody = JSON.parse((await dataOf(join(cwd, "site"))).get("draft") ?? "")
    const check = await taxonomy(["check", "--format", "json", "--date", date], { cwd })
    expect(draft.report).toEqual(JSON.parse(check.stdout))
    expect(draft).toMatchObject({ base: "1.3.0", checked_at: date })
    expect(draft.schema).toMatchObject({
      _meta: { release: "2.0.0" },
      removed: [{ item: "use_type/editorial", removed_in: "2.0.0" }]
    })

    const file = join(cwd, "taxonomy-src/licenses/EDU.yaml")
    await appendFile(file, "unknown: key\n")
    expect(await writeSite(cwd, "--working-tree")).toMatchObject({ code: 0 })
    const broken: DraftBody = JSON.parse((await dataOf(join(cwd, "site"))).get("draft") ?? "")
    expect(broken.schema).toBeNull()
    expect(broken.report).toMatchObject({ ok: false, findings: [{ rule: "source/unknown-key" }] })
    expect(broken.sources).toEqual({ "taxonomy-src/licenses/EDU.yaml": await readFile(file, "utf8") })
    expect(broken.verdict[0]).toContain("1 error")
  })

  it("refuses an altered artifact and an altered ledger, and leaves the site as it was", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    await writeSite(cwd)
    const before = await digests(join(cwd, "site"))
    const file = join(cwd, "releases/v1.1.0/schema.json")
    const schema = await readFile(file, "utf8")
    await writeFile(file, schema.replace("News", "Olds"))
    const refused = await writeSite(cwd)
    expect(refused).toMatchObject({ code: 4, stdout: "" })
    expect(refused.stderr).toContain("v1.1.0/schema.json is not what was published")
    await writeFile(file, schema)
    const ledger = join(cwd, "releases/ledger.ndjson")
    await writeFile(ledger, (await readFile(ledger, "utf8")).replace("News", "Olds"))
    expect(await writeSite(cwd)).toMatchObject({ code: 4, stdout: "" })
    expect(await digests(join(cwd, "site"))).toEqual(before)
    expect((await readdir(cwd)).filter((name) => name.includes("site"))).toEqual(["site"])
  })

  it("replaces a site of its own and an empty folder, and nothing else", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    await mkdir(join(cwd, "site"))
    expect(await writeSite(cwd, "--working-tree")).toMatchObject({ code: 0 })
    expect(await writeSite(cwd)).toMatchObject({ code: 0 })
    expect(await readdir(join(cwd, "site/data"))).not.toContain("draft.js")

    await writeFile(join(cwd, "site/CNAME"), "example.org\n")
    const refused = await writeSite(cwd)
    expect(refused).toMatchObject({ code: 1, stdout: "" })
    expect(refused.stderr).toContain("site contains CNAME, which taxonomy site did not write")
    expect(await readFile(join(cwd, "site/CNAME"), "utf8")).toBe("example.org\n")

    const own = await taxonomy(["site", "--out", "taxonomy-src"], { cwd })
    expect(own).toMatchObject({ code: 1 })
    const file = await taxonomy(["site", "--out", "site/CNAME"], { cwd })
    expect(file.stderr).toContain("site/CNAME is not a folder. Choose another with --out.")
    await mkdir(join(cwd, "folders/empty"), { recursive: true })
    expect(await taxonomy(["site", "--out", "folders"], { cwd })).toMatchObject({ code: 1 })
  })

  it("follows a link to the folder, and makes the folders above it", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    await mkdir(join(cwd, "real"))
    await symlink("real", join(cwd, "link"))
    expect(await taxonomy(["site", "--out", "link"], { cwd })).toMatchObject({ code: 0 })
    expect(await readdir(join(cwd, "real"))).toContain("index.html")
    expect(await taxonomy(["site", "--out", "a/b/c"], { cwd })).toMatchObject({ code: 0 })
    expect(await readdir(join(cwd, "a/b"))).toEqual(["c"])
  })

  it("leaves no page if it is interrupted or the disk is full", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    // The second release cannot be read when the first one is written.
    await rm(join(cwd, "releases/v1.2.0"), { recursive: true })
    expect(await writeSite(cwd)).toMatchObject({ code: 4 })
    expect((await readdir(cwd)).filter((name) => name.includes("site"))).toEqual([])
  })

  it("shows a working tree before its first release, and asks for a release otherwise", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    const options = ["--src", join(cwd, "taxonomy-src"), "--releases", join(cwd, "releases")]
    const out = ["--out", join(cwd, "site")]
    expect(await runInProcess(siteCommand, [...out, ...options])).toMatchObject({ code: 1 })
    expect(await runInProcess(siteCommand, [...out, ...options, "--working-tree"])).toMatchObject({ code: 0 })
    const data = await dataOf(join(cwd, "site"))
    expect([...data.keys()].toSorted()).toEqual(["draft", "items", "releases"])
    expect(JSON.parse(data.get("releases") ?? "")).toEqual({ releases: [], count: 0 })
  })
})
