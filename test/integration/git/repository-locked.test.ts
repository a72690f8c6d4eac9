import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, it } from "vitest"
import { buildRelease, buildReleaseInNewProcess, taxonomy } from "../../support/CommandLine.ts"
import { git, gitEnvironment, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
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

const again = "Then run this command again: it continues where it stopped."

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
    const made = (await stat(lock)).mtime.toISOString().replace(/\.\d+Z$/, "Z")

    const refused = await buildRelease(["--commit", "--tag"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      `error: The repository has been locked since ${made} with the file ${lock}. No git process on this system works in the repository. If none does on another machine or in another container, the one that made the lock was killed: remove the lock with rm ${lock}. ${again}\n`
    ])
    expect((await stat(lock)).isFile()).toBe(true)
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)

    await rm(lock)
    const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringContaining("\nCommitted and tagged v1.0.0. Next:")])
    expect(await git(cwd, "log", "-1", "--format=%s", "v1.0.0")).toBe("Release 1.0.0\n")
    expect(await git(cwd, "status", "--porcelain", "--untracked-files=no")).toBe("")
  })

  it("of a living git is not to be removed", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await writeFiles(cwd, { "README.md": "One\n" })
    await git(cwd, "add", "README.md")
    const { unblock, waitForIds } = await blockCommits(cwd)
    const commit = spawn("git", ["commit", "--quiet", "--all", "-m", "Readme"], {
      cwd,
      env: { ...process.env, ...gitEnvironment },
      stdio: "ignore"
    })
    const ended = once(commit, "exit")
    const ids = await waitForIds(ended)
    const refused = await buildRelease(["--commit"], { cwd })
    kill(ids)
    await ended
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(
        `At work in the repository: git process ${ids[0]}\\. Wait until it has ended\\. ${again}\n$`
      )
    ])
    expect(refused.stderr).not.toContain("rm ")
    await unblock()
  })

  it.for(["refs/tags/v1.0.0.lock", "refs/heads/main.lock", "HEAD.lock"])("is found at %s", async (path, { expect }) => {
    const cwd = await makeRepository(smallSources)
    const lock = join(cwd, ".git", path)
    await writeFile(lock, "")
    await utimes(lock, 1_767_225_600, 1_767_225_600)
    const refused = await buildRelease(["--commit", "--tag"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        `locked since 2026-01-01T00:00:00Z with the file ${lock}. No git process on this system works`
      )
    ])
    await rm(lock)
    const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n(?:Committed and t|T)agged v1\.0\.0\. Next:/)])
  })

  it("is found in the git folder of a linked worktree, quoted for the shell", async ({ expect }) => {
    const main = join(await temporaryFolder(), "my project")
    await rename(await makeRepository(smallSources), main)
    const cwd = join(await temporaryFolder(), "release")
    await git(main, "worktree", "add", "--quiet", "-b", "release", cwd)
    const lock = join(main, ".git/worktrees/release/index.lock")
    await writeFile(lock, "")
    const refused = await buildRelease(["--commit", "--tag"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining(`remove the lock with rm '${lock}'.`)])
    await rm(lock)
    expect((await buildRelease(["--commit", "--tag"], { cwd })).code).toBe(0)
  })
})
