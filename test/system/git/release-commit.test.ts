import { chmod, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, buildReleaseInNewProcess } from "../../support/CommandLine.ts"
import { git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const subjectOf = (cwd: string, revision: string) => git(cwd, "log", "-1", "--format=%s", revision)

const unrelated = (cwd: string) => git(cwd, "commit", "--quiet", "--allow-empty", "-m", "Unrelated")

describe("build-release --tag", () => {
  it("tags the commit that added the release, and nothing if the release is not committed", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const early = await buildRelease(["--tag"], { cwd })
    expect([early.code, early.stdout, early.stderr]).toEqual([
      3,
      expect.stringContaining("Published 1.0.0"),
      expect.stringMatching(/published but not committed/)
    ])
    expect(early.stdout).not.toContain("agged")
    const { stdout } = await buildRelease(["--commit"], { cwd })
    expect(stdout).toMatch(/\nCommitted\. Next: git push/)
    await unrelated(cwd)
    const late = await buildRelease(["--tag"], { cwd })
    expect([late.code, late.stdout]).toEqual([0, expect.stringMatching(/\nTagged v1\.0\.0\. Next: git push/)])
    expect(await subjectOf(cwd, "v1.0.0")).toBe("Release 1.0.0\n")
    const again = await buildRelease(["--commit", "--tag"], { cwd })
    expect(again.stdout).toMatch(/\nAlready committed and tagged v1\.0\.0\. Next: git push/)
  })

  it("sets no tag if a shallow clone hides the commit that added the release", async ({ expect }) => {
    const origin = await makeRepository(smallSources)
    await buildRelease(["--commit"], { cwd: origin })
    await unrelated(origin)
    const folder = await temporaryFolder()
    await git(folder, "clone", "--quiet", "--depth=1", `file://${origin}`, "shallow")
    const cwd = join(folder, "shallow")
    const { code, stderr } = await buildRelease(["--tag"], { cwd })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: This clone is shallow.*git fetch --unshallow/)])
    expect(await git(cwd, "tag")).toBe("")
    await git(cwd, "fetch", "--quiet", "--unshallow")
    expect((await buildRelease(["--tag"], { cwd })).code).toBe(0)
    expect(await subjectOf(cwd, "v1.0.0")).toBe("Release 1.0.0\n")
  })

  it("fails if the tag points to a commit without the release", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await git(cwd, "tag", "-a", "v1.0.0", "-m", "Mine")
    const taken = await git(cwd, "rev-parse", "v1.0.0")
    const { code, stderr, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^error: The tag v1\.0\.0 already points to another commit/)
    ])
    expect(stdout).not.toContain("agged")
    expect([await subjectOf(cwd, "HEAD"), await git(cwd, "rev-parse", "v1.0.0")]).toEqual(["Release 1.0.0\n", taken])
  })

  it("keeps a tag on a commit that contains the release, even if a later commit added it again", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease(["--commit", "--tag"], { cwd })
    const first = await git(cwd, "rev-parse", "v1.0.0")
    await git(cwd, "revert", "--no-edit", "HEAD")
    await git(cwd, "revert", "--no-edit", "HEAD")
    const { code, stderr } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stderr]).toEqual([0, ""])
    expect(await git(cwd, "rev-parse", "v1.0.0")).toBe(first)
  })

  it("sets the tag once in eight concurrent runs", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const runs = await Promise.all(
      Array.from({ length: 8 }, () => buildReleaseInNewProcess(["--commit", "--tag"], { cwd }))
    )
    expect(runs.map(({ code }) => code)).toEqual(Array(8).fill(0))
    expect(runs.filter(({ stdout }) => /\nCommitted and tagged v1\.0\.0\./.test(stdout))).toHaveLength(1)
    expect([await subjectOf(cwd, "v1.0.0"), await git(cwd, "rev-list", "--count", "HEAD")]).toEqual([
      "Release 1.0.0\n",
      "2\n"
    ])
  })
})

describe("build-release --commit", () => {
  it("fails if a hook refuses the commit without a word, and commits once it accepts", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const hook = join(cwd, ".git/hooks/pre-commit")
    await writeFiles(cwd, { ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" })
    await chmod(hook, 0o755)
    const refused = await buildRelease(["--commit"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/^error: git commit ended with exit code 1 and no message\. A hook can have refused it/)
    ])
    expect(refused.stdout).not.toContain("ommitted")
    await rm(hook)
    expect((await buildRelease(["--commit"], { cwd })).stdout).toContain("\nCommitted. Next:")
  })

  it("prints a push command that works on a detached head", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const upstream = await temporaryFolder()
    await git(upstream, "init", "--quiet", "--bare")
    await git(cwd, "remote", "add", "origin", upstream)
    await git(cwd, "push", "--quiet", "origin", "main")
    await git(cwd, "checkout", "--quiet", "--detach")
    const { code, stderr, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: HEAD is detached/)])
    const [, push = ""] = /Next: git (.*)\n$/.exec(stdout) ?? []
    expect(push).toContain("<branch>")
    await git(cwd, ...push.replace("<branch>", "main").split(" "))
    expect([await subjectOf(upstream, "main"), await subjectOf(upstream, "v1.0.0")]).toEqual([
      "Release 1.0.0\n",
      "Release 1.0.0\n"
    ])
    const tagged = await buildRelease(["--tag"], { cwd })
    expect(tagged).toMatchObject({ stderr: "", stdout: expect.stringMatching(/Next: git push origin v1\.0\.0\n$/) })
  })

  it("says to bring the newest sources back after a correction of an older line", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const header = smallSources["taxonomy.yaml"]
    const release = async (text: string) => {
      await writeFiles(join(cwd, "taxonomy-src"), { "taxonomy.yaml": text })
      await git(cwd, "commit", "--quiet", "--all", "-m", "Sources")
      const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
      return [code, stdout.split("\n").at(-2)]
    }
    await buildRelease(["--commit", "--tag"], { cwd })
    const newest = header.replace("1.0.0", "2.0.0").replace(/^namespace: .*$/m, "namespace: another-vocabulary")
    expect(await release(newest)).toEqual([0, "Committed and tagged v2.0.0. Next: git push --atomic --follow-tags"])
    const older = header.replace("1.0.0", "1.0.1").replace(/^title: .*$/m, "title: A corrected title")
    expect(await release(older)).toEqual([
      0,
      'Committed and tagged v1.0.1. Next: bring the newest sources back ("Fix an older line" in docs/how-to/correct-a-release.md), then git push --atomic --follow-tags'
    ])
  })
})
