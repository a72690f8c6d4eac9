import { rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

describe("the git repository", () => {
  it("is the repository around the folder, whatever the environment says", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const other = await makeRepository(smallSources)
    const env = { GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other, GIT_INDEX_FILE: join(other, "index") }
    expect((await buildRelease(["--commit", "--tag"], { cwd, env })).code).toBe(0)
    expect(await git(cwd, "log", "--format=%s %D")).toMatch(/^Release 1\.0\.0 .*tag: v1\.0\.0/)
    // Forces a read from the repository.
    await rm(join(cwd, "releases"), { recursive: true })
    const { code, stdout } = await buildRelease(["--dry-run"], { cwd, env })
    expect([code, stdout]).toEqual([4, expect.stringContaining("ledger/rewritten")])
  })

  it("has its error messages recognized in every locale", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    const { code, stderr } = await buildRelease([], { cwd, env: { LANG: "C.UTF-8", LANGUAGE: "de" } })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/not in a git repository\./)])
  })

  it("without the committed ledger refuses a new history", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease(["--commit"], { cwd })
    const id = (await git(cwd, "rev-parse", "HEAD:releases/ledger.ndjson")).trim()
    await rm(join(cwd, ".git/objects", id.slice(0, 2), id.slice(2)))
    await rm(join(cwd, "releases"), { recursive: true })
    const { code, stderr } = await buildRelease(["--dry-run"], { cwd })
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^error: git cannot find the committed content of releases\/ledger\.ndjson/)
    ])
  })

  it("with a lost HEAD or a dangling .git file refuses a new history", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const releases = join(await makeRepository({ "README.md": "Releases." }), "releases")
    await buildRelease(["--releases", releases, "--commit"], { cwd })
    const keeper = join(releases, "..")
    await rm(releases, { recursive: true })
    const again = async () => (await buildRelease(["--releases", releases, "--dry-run"], { cwd })).code
    expect(await again()).toBe(4)
    const id = (await git(keeper, "rev-parse", "HEAD")).trim()
    await rm(join(keeper, ".git/objects", id.slice(0, 2), id.slice(2)))
    expect(await again()).toBe(3)
    await rm(join(keeper, ".git"), { recursive: true })
    await writeFiles(keeper, { ".git": "gitdir: /nowhere\n" })
    expect(await again()).toBe(3)
    await rm(join(keeper, ".git"))
    expect(await again()).toBe(0)
  })

  it("does not have to contain the releases", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const outside = join(await temporaryFolder(), "not/there/yet")
    expect((await buildRelease(["--releases", outside], { cwd })).code).toBe(0)
    const kept = await buildRelease(["--releases", outside, "--commit"], { cwd })
    expect([kept.code, kept.stderr]).toEqual([3, expect.stringMatching(/^error: Release 1\.0\.0 is published, but /)])
    const compared = await taxonomy(["verify", "--releases", outside, "--base", "HEAD"], { cwd })
    expect([compared.code, compared.stderr]).toEqual([
      3,
      expect.stringMatching(/^error: The releases in .*no older copy.* --releases/)
    ])
  })
})
