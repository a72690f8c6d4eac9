import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, it } from "vitest"
import { buildRelease, buildReleaseInNewProcess, taxonomy } from "../../support/CommandLine.ts"
import { git, makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

/** Makes `git commit` wait in a hook. Returns a function that waits for the ids of git and of the hook. */
const blockCommits = async (cwd: string) => {
  const ids = join(await temporaryFolder(), "ids")
  const hook = join(cwd, ".git/hooks/pre-commit")
  await mkdir(join(cwd, ".git/hooks"), { recursive: true })
  await writeFile(hook, `#!/bin/sh\necho "$PPID $$" > '${ids}.new' && mv '${ids}.new' '${ids}'\nexec sleep 1000\n`)
  await chmod(hook, 0o755)
  const waitForIds = async (run: Promise<unknown>): Promise<ReadonlyArray<number>> => {
    const ended = run.then(() => "ended")
    for (;;) {
      const text = await readFile(ids, "utf8").catch(() => "")
      if (text !== "") return text.trim().split(" ").map(Number)
      if ((await Promise.race([ended, setTimeout(10)])) === "ended")
        throw new Error("The run ended before the hook began")
    }
  }
  return { waitForIds, unblock: () => rm(hook) }
}

const kill = (ids: ReadonlyArray<number>) => {
  for (const id of ids) process.kill(id, "SIGKILL")
}

const help =
  "Another git process works in the repository, or was killed there. If none works there, remove the file. Then run this command again: it continues where it stopped."

describe("a lock in the repository", () => {
  it("that a killed git left is described, and the next run without it commits and tags", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const { unblock, waitForIds } = await blockCommits(cwd)
    const interrupted = buildReleaseInNewProcess(["--commit", "--tag"], { cwd })
    kill(await waitForIds(interrupted))
    const { code: killed, stderr, stdout: published } = await interrupted
    expect([killed, stderr]).toEqual([
      3,
      "error: git commit was killed. Run this command again: it continues where it stopped.\n"
    ])
    expect(published).toContain("Published 1.0.0")
    expect(published).not.toContain("ommitted")
    await unblock()
    const lock = join(cwd, ".git/index.lock")

    const refused = await buildRelease(["--commit", "--tag"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      `error: git add failed: fatal: Unable to create '${lock}': File exists. ${help}\n`
    ])
    expect((await stat(lock)).isFile()).toBe(true)
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)

    await rm(lock)
    const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringContaining("\nCommitted and tagged v1.0.0. Next:")])
    expect(await git(cwd, "log", "-1", "--format=%s", "v1.0.0")).toBe("Release 1.0.0\n")
    expect(await git(cwd, "status", "--porcelain", "--untracked-files=no")).toBe("")
  })

  it.for(["refs/tags/v1.0.0.lock", "refs/heads/main.lock", "HEAD.lock"])("is found at %s", async (path, { expect }) => {
    const cwd = await makeRepository(smallSources)
    const lock = join(cwd, ".git", path)
    await writeFile(lock, "")
    const refused = await buildRelease(["--commit", "--tag"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining(`Unable to create '${lock}': File exists. ${help}`)
    ])
    await rm(lock)
    const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n(?:Committed and t|T)agged v1\.0\.0\. Next:/)])
  })
})
