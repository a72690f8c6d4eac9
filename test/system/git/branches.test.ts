import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const declare = async (cwd: string, version: string, description = version): Promise<void> => {
  const text = smallSources["taxonomy.yaml"].replace(/^version: .*$/m, `version: ${version}`)
  await writeFiles(join(cwd, "taxonomy-src"), {
    "taxonomy.yaml": text.replace(/^description: .*$/m, `description: As of ${description}`)
  })
  await git(cwd, "commit", "--quiet", "--all", "-m", `Sources of ${version}`)
}

const publish = (cwd: string, ...args: ReadonlyArray<string>) => buildRelease(["--commit", ...args], { cwd })

/** A repository that has published 1.0.0 on main, from which a branch begins. */
const branched = async (): Promise<string> => {
  const cwd = await makeRepository(smallSources)
  await publish(cwd)
  await git(cwd, "switch", "--quiet", "--create", "feature")
  return cwd
}

describe("build-release on a branch", () => {
  it("warns of a branch other than the default one, and publishes", async ({ expect }) => {
    const cwd = await branched()
    await declare(cwd, "1.0.1")
    const { code, stdout } = await publish(cwd)
    expect([code, stdout]).toEqual([0, expect.stringContaining("Published 1.0.1")])
    expect(stdout).toContain("warning[lifecycle/other-branch]")
    expect(stdout).toContain("run git switch main and git merge feature first")
    expect((await publish(cwd)).stdout).not.toContain("lifecycle/other-branch")
  })

  it("accepts the branch that --default-branch names", async ({ expect }) => {
    const cwd = await branched()
    await declare(cwd, "1.0.1")
    const { code, stdout } = await publish(cwd, "--default-branch", "feature")
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("lifecycle/")])
  })

  it("refuses a branch without the newest releases, and says what to merge", async ({ expect }) => {
    const cwd = await branched()
    await declare(cwd, "1.0.1", "feature")
    await git(cwd, "switch", "--quiet", "main")
    await declare(cwd, "1.0.1")
    await publish(cwd)
    await git(cwd, "switch", "--quiet", "feature")
    const before = await git(cwd, "rev-parse", "HEAD")
    const { code, stdout } = await publish(cwd)
    expect([code, stdout]).toEqual([1, expect.stringContaining("error[lifecycle/branch-behind]")])
    expect(stdout).toContain("The branch feature lacks the newest published state: main also contains 1.0.1")
    expect(stdout).toContain("Run git merge main")
    expect([await git(cwd, "rev-parse", "HEAD"), await git(cwd, "status", "--short", "--untracked-files=no")]).toEqual([
      before,
      ""
    ])

    const dry = await publish(cwd, "--dry-run")
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("warning[lifecycle/branch-behind]")])
    const check = await taxonomy(["check"], { cwd })
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining("warning[lifecycle/branch-behind]")])
    expect(check.stdout).toContain("1.0.1 cannot be published yet: 1 warning.")
  })

  it("refuses a ledger that has parted from that of the remote branch", async ({ expect }) => {
    const origin = await makeRepository(smallSources)
    await publish(origin)
    const folder = await temporaryFolder()
    await git(folder, "clone", "--quiet", origin, "clone")
    const cwd = join(folder, "clone")
    await declare(origin, "1.0.1")
    await publish(origin)
    await declare(cwd, "1.0.1", "another")
    // The state of the remote branch is that of the last fetch.
    expect((await publish(cwd)).code).toBe(0)
    await git(cwd, "fetch", "--quiet")
    await declare(cwd, "1.0.2")
    const { code, stdout } = await publish(cwd)
    expect([code, stdout]).toEqual([1, expect.stringContaining("only origin/main contains 1.0.1")])
  })

  it("refuses the default branch before a pull, but repeats what it has published", async ({ expect }) => {
    const origin = await makeRepository(smallSources)
    await publish(origin)
    const folder = await temporaryFolder()
    await git(folder, "clone", "--quiet", "--depth=1", `file://${origin}`, "clone")
    const cwd = join(folder, "clone")
    await declare(origin, "1.0.1")
    await publish(origin)
    await git(cwd, "fetch", "--quiet")
    const again = await buildRelease([], { cwd })
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("1.0.0 is already released")])
    await declare(cwd, "1.0.2")
    const { code, stdout } = await publish(cwd)
    expect([code, stdout]).toEqual([1, expect.stringContaining("Run git pull")])
  })

  it("publishes on a detached head and in a repository without a default branch", async ({ expect }) => {
    const cwd = await branched()
    await declare(cwd, "1.0.1")
    await git(cwd, "checkout", "--quiet", "--detach")
    const detached = await publish(cwd)
    expect([detached.code, detached.stdout]).toEqual([0, expect.not.stringContaining("lifecycle/")])
    const other = await makeRepository(smallSources)
    await git(other, "branch", "--move", "trunk")
    const { code, stdout } = await publish(other)
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("lifecycle/")])
  })
})
