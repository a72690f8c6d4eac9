import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { buildRelease, buildReleaseInNewProcess, taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import {
  commitAll,
  git,
  mountSmallDisk,
  makeRepository,
  temporaryFolder,
  writeFiles
} from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const JsonReport = Schema.Struct({
  command: Schema.String,
  ok: Schema.Boolean,
  version: Schema.NullOr(Schema.String),
  base: Schema.NullOr(Schema.String),
  findings: Schema.Array(
    Schema.Struct({ rule: Schema.String, level: Schema.String, file: Schema.optionalKey(Schema.String) })
  ),
  release: Schema.NullOr(
    Schema.Struct({ version: Schema.String, status: Schema.String, digest: Schema.String, path: Schema.String })
  )
})

const reportOf = Schema.decodeUnknownSync(Schema.fromJsonString(JsonReport))

const byText = (left = "", right = "") => (left < right ? -1 : 1)

const licenses = (name: string) => ({
  ...smallSources,
  "licenses/EDU.yaml": smallSources["licenses/EDU.yaml"].replace("Educational use", name)
})

describe("build-release", () => {
  it("publishes a commit once, and reports that on the second run", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const first = await buildRelease(["--format", "json"], { cwd })
    expect(first.code).toBe(0)
    expect(reportOf(first.stdout)).toMatchObject({
      command: "build-release",
      ok: true,
      version: "1.0.0",
      base: null,
      release: { version: "1.0.0", status: "published", path: "releases/v1.0.0" }
    })
    const published = await digests(join(cwd, "releases"))
    const second = await buildRelease([], { cwd })
    expect(second.code).toBe(0)
    expect(second.stdout).toContain("1.0.0 is already released")
    expect(second.stdout).not.toContain("Next: ")
    expect(await digests(join(cwd, "releases"))).toEqual(published)
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)
  })

  it("publishes, commits and tags once if four processes run at the same time", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const args = ["--commit", "--tag", "--format", "json"]
    const runs = await Promise.all(Array.from({ length: 4 }, () => buildReleaseInNewProcess(args, { cwd })))
    expect(runs.map(({ code }) => code)).toEqual(Array(4).fill(0))
    const statuses = runs.map(({ stdout }) => reportOf(stdout).release?.status).toSorted(byText)
    expect(statuses).toEqual([...Array(3).fill("already-released"), "published"])
    expect((await readFile(join(cwd, "releases/ledger.ndjson"), "utf8")).split("\n").length).toBe(2)
    expect(await git(cwd, "log", "--format=%s %D", "-1")).toBe("Release 1.0.0 HEAD -> main, tag: v1.0.0\n")
    expect(await git(cwd, "rev-list", "--count", "HEAD")).toBe("2\n")
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)
  })

  it("writes nothing in a dry run, and reports the digest of the planned release", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const planned = reportOf((await buildRelease(["--dry-run", "--format", "json"], { cwd })).stdout)
    expect(planned.release?.status).toBe("planned")
    expect(await readdir(cwd)).not.toContain("releases")
    const published = reportOf((await buildRelease(["--format", "json"], { cwd })).stdout)
    expect(published.release?.digest).toBe(planned.release?.digest)
  })

  it("writes the notes in words with the newest format, and keeps to that format without the option", async ({
    expect
  }) => {
    const cwd = await makeRepository(smallSources)
    const publishNamed = async (version: string, name: string, ...args: ReadonlyArray<string>) => {
      const files = licenses(name)
      await writeFiles(join(cwd, "taxonomy-src"), {
        ...files,
        "taxonomy.yaml": files["taxonomy.yaml"].replace("1.0.0", version)
      })
      await commitAll(cwd, version)
      expect((await buildRelease(args, { cwd })).code).toBe(0)
      const read = (file: string) => readFile(join(cwd, `releases/v${version}/${file}`), "utf8")
      return { manifest: await read("manifest.json"), notes: await read("CHANGES.md") }
    }
    await buildRelease([], { cwd })
    const lowest = await publishNamed("1.0.1", "Use in class")
    const newest = await publishNamed("1.0.2", "Use in schools", "--artifact-format", "newest")
    const after = await publishNamed("1.0.3", "Use in colleges")
    expect(lowest.manifest).toContain('"format": 1')
    expect(lowest.notes).not.toContain("~~")
    for (const { manifest, notes } of [newest, after]) {
      expect(manifest).toContain('"format": 4')
      expect(notes).toMatch(/name:\* Use in .*\*\*/)
    }
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)
    const published = await digests(join(cwd, "releases"))
    await rm(join(cwd, "releases/v1.0.2"), { recursive: true })
    await rm(join(cwd, "releases/v1.0.3/CHANGES.md"))
    expect((await taxonomy(["rebuild"], { cwd })).code).toBe(0)
    expect(await digests(join(cwd, "releases"))).toEqual(published)
  })

  it("refuses a published version with other content", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd })
    await writeFiles(join(cwd, "taxonomy-src"), licenses("Use in classrooms"))
    await commitAll(cwd, "Other content")
    const published = await digests(join(cwd, "releases"))
    const { code, stdout } = await buildRelease(["--format", "json"], { cwd })
    expect(code).toBe(1)
    expect(reportOf(stdout).findings.map(({ level, rule }) => [level, rule])).toEqual([
      ["error", "semver/version-taken"],
      ["warning", "date/backdated"]
    ])
    expect(await digests(join(cwd, "releases"))).toEqual(published)
  })

  it("names each uncommitted file", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await writeFiles(join(cwd, "taxonomy-src"), { ...licenses("Other"), "rules/new.yaml": "id: new\n" })
    await rm(join(cwd, "taxonomy-src/rules/never-both.yaml"))
    const { code, stdout } = await buildRelease(["--format", "json"], { cwd })
    expect(code).toBe(1)
    const findings = reportOf(stdout).findings.filter(({ rule }) => rule === "source/uncommitted-changes")
    expect(findings.map(({ file }) => file).toSorted(byText)).toEqual([
      "taxonomy-src/licenses/EDU.yaml",
      "taxonomy-src/rules/never-both.yaml",
      "taxonomy-src/rules/new.yaml"
    ])
    expect(await readdir(cwd)).not.toContain("releases")
  })

  it("adopts an unpublished folder with the same bytes, and refuses one with other bytes without changing it", async ({
    expect
  }) => {
    const cwd = await makeRepository(smallSources)
    expect((await buildRelease([], { cwd })).stdout).toMatch(/\nNext: commit the releases folder/)
    const published = await digests(join(cwd, "releases"))
    await rm(join(cwd, "releases/ledger.ndjson"))
    const unpublished = await taxonomy(["verify"], { cwd })
    expect(unpublished.code).toBe(0)
    expect(unpublished.stdout).toMatch(/artifact\/unpublished[^]*help: Run build-release for that version/)
    expect((await buildRelease([], { cwd })).code).toBe(0)
    expect(await digests(join(cwd, "releases"))).toEqual(published)

    await rm(join(cwd, "releases/ledger.ndjson"))
    await writeFile(join(cwd, "releases/v1.0.0/licenses.json"), "{}")
    const planned = await buildRelease(["--dry-run"], { cwd })
    const { code, stdout } = await buildRelease([], { cwd })
    expect([planned.code, code]).toEqual([4, 4])
    expect(stdout).toMatch(/error\[artifact\/in-the-way\].*licenses\.json/)
    expect(planned.stdout).toBe(stdout)
    expect(await readFile(join(cwd, "releases/v1.0.0/licenses.json"), "utf8")).toBe("{}")
  })

  it("refuses to start a new ledger if the commit has releases that are missing in the working tree", async ({
    expect
  }) => {
    const cwd = await makeRepository(smallSources)
    expect((await buildRelease(["--commit"], { cwd })).code).toBe(0)
    await rm(join(cwd, "releases"), { recursive: true })
    const { code, stdout } = await buildRelease(["--format", "json"], { cwd })
    expect([code, reportOf(stdout).findings.map(({ rule }) => rule)]).toEqual([4, ["ledger/rewritten"]])
    expect(await readdir(cwd)).not.toContain("releases")
    await git(cwd, "checkout", "--", "releases")
    expect((await buildRelease([], { cwd })).code).toBe(0)
  })

  it("refuses a source that git ignores, since check reads it", async ({ expect }) => {
    const cwd = await makeRepository({ ...smallSources, ".gitignore": "MINE.yaml\nmore/\nnotes/\nother/\n" })
    const mine = { "licenses/MINE.yaml": "code: MINE\n", "rules/more/no-bar.yaml": "id: no-bar\n" }
    await writeFiles(join(cwd, "taxonomy-src"), { ...mine, "notes/readme.txt": "For editors.\n" })
    await git(cwd, "init", "--quiet", "taxonomy-src/other")
    const { code, stdout } = await buildRelease(["--format", "json"], { cwd })
    expect(stdout).toContain("licenses/MINE.yaml is not committed because git ignores it")
    const files = ["licenses/MINE.yaml", "other/", "rules/more/no-bar.yaml"].map((file) => `taxonomy-src/${file}`)
    expect([code, reportOf(stdout).findings.map(({ file }) => file)]).toEqual([1, files])
  })

  it("commits and tags the release, with the head of the ledger in the tag", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const env = { HOME: await temporaryFolder() }
    const first = await buildRelease(["--commit", "--tag"], { cwd, env })
    expect(first).toMatchObject({ code: 0, stderr: "" })
    expect(first.stdout).toMatch(/\nCommitted and tagged v1\.0\.0\. Next: git push --atomic --follow-tags\n$/)
    expect(first.stdout).not.toContain("Next: commit")
    expect(await git(cwd, "status", "--porcelain", "--untracked-files=normal")).toBe("?? releases/.lock\n")
    // The identity comes from the environment if git has none configured.
    expect(await git(cwd, "log", "-1", "--format=%s by %an, %ce")).toBe("Release 1.0.0 by Editor, editor@example.org\n")
    const ledger = await readFile(join(cwd, "releases/ledger.ndjson"), "utf8")
    const hash = /"hash":"(sha256:\w+)"/.exec(ledger)?.[1] ?? "none"
    expect(await git(cwd, "tag", "-l", "v1.0.0", "--format=%(contents)")).toContain(hash)
    const again = await buildRelease(["--commit", "--tag"], { cwd })
    expect([again.code, await git(cwd, "rev-list", "--count", "HEAD")]).toEqual([0, "2\n"])
  })
})

describe("one commit", () => {
  it("gives the same bytes in a shallow clone, on a detached head, with CR LF and in another time zone", async ({
    expect
  }) => {
    const origin = await makeRepository(smallSources)
    await buildRelease([], { cwd: origin })
    const folder = await temporaryFolder()
    const clone = async (name: string, ...options: ReadonlyArray<string>) => {
      await git(folder, "clone", "--quiet", ...options, `file://${origin}`, name)
      const cwd = join(folder, name)
      const env = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" }
      expect(await buildReleaseInNewProcess([], { cwd, env })).toMatchObject({ code: 0, stderr: "" })
      return digests(join(cwd, "releases"))
    }
    const expected = await digests(join(origin, "releases"))
    expect(await clone("shallow", "--depth=1")).toEqual(expected)
    expect(await clone("windows", "--config", "core.autocrlf=true")).toEqual(expected)
    await git(origin, "checkout", "--quiet", "--detach")
    await rm(join(origin, "releases"), { recursive: true })
    await buildRelease([], { cwd: origin })
    expect(await digests(join(origin, "releases"))).toEqual(expected)
  })

  it("takes its date from SOURCE_DATE_EPOCH if that is set, and refuses an invalid one", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd, env: { SOURCE_DATE_EPOCH: "1767225600" } })
    expect(await readFile(join(cwd, "releases/v1.0.0/schema.json"), "utf8")).toContain(
      '"published_at":"2026-01-01T00:00:00Z"'
    )
    const { code, stderr } = await buildRelease([], { cwd, env: { SOURCE_DATE_EPOCH: "yesterday" } })
    expect([code, stderr]).toEqual([3, expect.stringContaining("SOURCE_DATE_EPOCH must be a number")])
  })
})

describe("a run of build-release that fails", () => {
  const oneLine = /^error: [^\n]+\n$/

  it("reports a missing repository, commit, folder or git in one line", async ({ expect }) => {
    const folder = await temporaryFolder()
    await writeFiles(join(folder, "taxonomy-src"), smallSources)
    const outside = await buildRelease([], { cwd: folder })
    expect([outside.code, outside.stderr]).toEqual([3, expect.stringMatching(/not in a git repository/)])
    await git(folder, "init", "--quiet")
    const noCommit = await buildRelease([], { cwd: folder })
    expect([noCommit.code, noCommit.stderr]).toEqual([3, expect.stringMatching(/Commit not found/)])
    const noFolder = await buildRelease(["--src", "nowhere"], { cwd: folder })
    expect([noFolder.code, noFolder.stderr]).toEqual([3, expect.stringMatching(/folder nowhere does not exist/)])
    const noGit = await buildRelease([], { cwd: folder, env: { PATH: folder } })
    expect([noGit.code, noGit.stderr]).toEqual([3, expect.stringMatching(/git was not found/)])
    for (const { stderr, stdout } of [outside, noCommit, noFolder, noGit]) {
      expect([stdout, stderr]).toEqual(["", expect.stringMatching(oneLine)])
    }
  })

  it("names the missing git identity, and continues where it stopped once it is set", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const nobody = { GIT_AUTHOR_NAME: "", GIT_COMMITTER_NAME: "", GIT_AUTHOR_EMAIL: "", GIT_COMMITTER_EMAIL: "" }
    const { code, stderr } = await buildRelease(["--commit", "--tag"], { cwd, env: nobody })
    expect([code, stderr]).toEqual([3, expect.stringMatching(oneLine)])
    expect(stderr).toMatch(/git does not know the author of the commit\. Set your name .*git config user\.name/)
    const again = await buildRelease(["--commit", "--tag"], { cwd })
    expect([again.code, await git(cwd, "tag")]).toEqual([0, expect.stringContaining("v1.0.0")])
  })

  it("does not change a folder without permission, or a file in place of the folder", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await writeFile(join(cwd, "releases"), "a file")
    const file = await buildRelease([], { cwd })
    expect([file.code, file.stderr]).toEqual([3, expect.stringMatching(oneLine)])
    expect(file.stderr).toMatch(/^error: releases.*: a part of the path is a file, not a folder/)
    expect(await readFile(join(cwd, "releases"), "utf8")).toBe("a file")

    await rm(join(cwd, "releases"))
    await mkdir(join(cwd, "releases"))
    await chmod(join(cwd, "releases"), 0o555)
    await chmod(cwd, 0o755)
    // Root may write everywhere, so another user runs it.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined
    await writeFiles(cwd, { trusting: "[safe]\n  directory = *\n" })
    const env = { GIT_CONFIG_GLOBAL: join(cwd, "trusting"), HOME: cwd }
    const denied = await buildReleaseInNewProcess([], { cwd, env, ...(uid === undefined ? {} : { uid }) })
    expect([denied.code, denied.stderr]).toEqual([3, expect.stringMatching(oneLine)])
    expect(denied.stderr).toMatch(/user \d+ may not write to releases\. Run as a user who may\.$/m)
    expect(await readdir(join(cwd, "releases"))).toEqual([])
    await chmod(join(cwd, "releases"), 0o700)
    const unseen = uid === undefined ? undefined : await buildReleaseInNewProcess([], { cwd, env, uid })
    if (unseen !== undefined)
      expect([unseen.code, unseen.stderr]).toEqual([3, expect.stringMatching(/No permission to enter/)])
  })

  it("leaves only the empty lock file on a full disk", async ({ expect, onTestFinished, skip }) => {
    const cwd = await makeRepository(smallSources)
    const disk = join(cwd, "disk")
    await mkdir(disk)
    const unmount = await mountSmallDisk(disk)
    if (unmount === undefined) return skip("this user cannot mount a file system")
    onTestFinished(async () => void (await unmount()))
    const { code, stderr } = await buildRelease(["--releases", "disk/releases"], { cwd })
    const left = await readdir(join(disk, "releases"))
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^error: disk\/releases\/.*: no space is left on the disk/)
    ])
    expect(left).toEqual([".lock"])
  })

  it("refuses a source that is a symbolic link", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const license = join(cwd, "taxonomy-src/licenses/EDU.yaml")
    await rename(license, join(cwd, "elsewhere.yaml"))
    await symlink("../../elsewhere.yaml", license)
    await commitAll(cwd, "A link")
    const { code, stdout } = await buildRelease(["--format", "json"], { cwd })
    expect(code).toBe(1)
    expect(reportOf(stdout).findings.map(({ file, rule }) => [rule, file])).toContainEqual([
      "source/link",
      "taxonomy-src/licenses/EDU.yaml"
    ])
  })

  it("ends with 2 for an invalid command line", async ({ expect }) => {
    const cwd = await temporaryFolder()
    expect((await buildRelease(["--formt", "json"], { cwd })).code).toBe(2)
    expect((await taxonomy(["chek"], { cwd })).code).toBe(2)
    expect((await taxonomy(["check", "--format", "xml"], { cwd })).code).toBe(2)
  })
})
