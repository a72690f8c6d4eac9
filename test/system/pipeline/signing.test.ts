import { readdir, rename } from "node:fs/promises"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import {
  buildRelease,
  buildReleaseInNewProcess,
  shell,
  taxonomy,
  taxonomyInNewProcess
} from "../../support/CommandLine.ts"
import { commitAll, git, makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import {
  checkpointOf,
  declare,
  expectSigned,
  leavesOf,
  makeKey,
  origin,
  withKey,
  type TestKey
} from "../../support/transparency/SignedProject.ts"
import { makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

const [first, second] = await Promise.all([makeKey("signing-a.key"), makeKey("signing-b.key")])

const Report = Schema.Struct({
  release: Schema.Struct({
    status: Schema.String,
    checkpoint: Schema.optionalKey(
      Schema.Struct({
        origin: Schema.String,
        size: Schema.Natural,
        signers: Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.String }))
      })
    )
  })
})
const decodeReport = Schema.decodeSync(Schema.fromJsonString(Report))
const releaseOf = (stdout: string) => decodeReport(stdout).release

describe("build-release with a key of the log", () => {
  it("signs the release, commits the checkpoint, and a clone verifies", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const { code, stderr, stdout } = await buildRelease(["--commit", "--tag", "--format", "json"], {
      cwd,
      env: { TAXONOMY_LOG_KEY: first.path }
    })
    expect([code, stderr]).toEqual([0, ""])
    expect(releaseOf(stdout)).toEqual({
      status: "published",
      checkpoint: { origin, size: 1, signers: [{ name: origin, id: first.verifier.id }] }
    })
    await expectSigned(cwd, first)
    expect(await git(cwd, "status", "--porcelain", "--untracked-files=normal")).toBe("?? releases/.lock\n")
    expect(await git(cwd, "show", "--name-only", "--format=", "HEAD")).toContain("releases/checkpoint\n")

    const folder = await temporaryFolder()
    await git(folder, "clone", "--quiet", cwd, "clone")
    const clone = join(folder, "clone")
    await expectSigned(clone, first)
    expect((await taxonomy(["verify"], { cwd: clone })).code).toBe(0)
    await declare(clone, "1.1.0")
    expect((await buildRelease([], { cwd: clone, env: withKey(first) })).code).toBe(0)
    await expectSigned(clone, first)
  })

  it("shows what it signed in every report for people", async ({ expect }) => {
    const sentence = `Signed the log ${origin} up to event 1 with ${origin}+${first.verifier.id}.`
    for (const format of ["pretty", "markdown", "github"]) {
      const cwd = await makeRepository(smallSources)
      const { stdout } = await buildRelease(["--format", format], { cwd, env: withKey(first) })
      expect(stdout.replaceAll("\\", "")).toContain(sentence)
      const again = await buildRelease(["--format", format], { cwd, env: withKey(first) })
      expect(again.stdout).not.toContain("Signed")
    }
  })

  it("makes a signed log of an unsigned one, whose first leaf is the first release", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd })
    expect(await readdir(join(cwd, "releases"))).not.toContain("checkpoint")
    await declare(cwd, "1.1.0")
    expect((await buildRelease([], { cwd, env: withKey(first) })).code).toBe(0)
    await expectSigned(cwd, first)
    expect((await leavesOf(cwd)).map(({ sequence, version }) => [sequence, version])).toEqual([
      [1, "1.0.0"],
      [2, "1.1.0"]
    ])
  })

  it("signs once if three processes publish at the same time", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const env = withKey(first)
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => buildReleaseInNewProcess(["--format", "json"], { cwd, env }))
    )
    const signed = runs.filter(({ stdout }) => releaseOf(stdout).checkpoint !== undefined)
    expect([signed.length, runs.map(({ code }) => code)]).toEqual([1, Array(3).fill(0)])
    await expectSigned(cwd, first)
    await declare(cwd, "1.1.0")
    const withdrawal = ["withdraw", "1.0.0", "--reason", "Wrong.", "--yes"]
    const codes = await Promise.all([
      buildReleaseInNewProcess([], { cwd, env }),
      taxonomyInNewProcess(withdrawal, { cwd, env })
    ])
    expect(codes.map(({ code }) => code)).toEqual([0, 0])
    expect(await leavesOf(cwd)).toHaveLength(3)
    await expectSigned(cwd, first)
  })

  it("completes what a crash left between the ledger and its checkpoint, also without a key", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd, env: withKey(first) })
    const releases = join(cwd, "releases")
    const source = await checkpointOf(cwd)
    await rename(join(releases, "checkpoint"), join(releases, ".checkpoint.next"))
    expect((await buildRelease(["--commit"], { cwd })).code).toBe(0)
    expect(await checkpointOf(cwd)).toBe(source)
    expect(await readdir(releases)).not.toContain(".checkpoint.next")
    expect(await git(cwd, "show", "HEAD:releases/checkpoint")).toBe(source)
  })
})

describe("a signed log", () => {
  it("passes from one key to another while both sign", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const publish = async (version: string, ...keys: ReadonlyArray<TestKey>) => {
      await declare(cwd, version)
      return (await buildRelease([], { cwd, env: withKey(...keys) })).code
    }
    await buildRelease([], { cwd, env: withKey(first) })
    await expectSigned(cwd, first)
    expect(await publish("1.1.0", first, second)).toBe(0)
    await expectSigned(cwd, first, second)
    expect(await publish("1.2.0", second)).toBe(0)
    await expectSigned(cwd, second)
    expect(await publish("1.3.0", first)).toBe(2)
    await expectSigned(cwd, second)
  })

  it("contains withdrawals and ends of majors, whose next steps commit the checkpoint", async ({ expect }) => {
    const cwd = await makeTwoMajors(makeOneMajor())
    await commitAll(cwd, "Release 2.0.0")
    const env = withKey(first)
    const commit = async (stdout: string) => {
      const next = /Next: (git add .*), then git push/.exec(stdout)?.[1] ?? "false"
      expect((await shell(next, { cwd })).code).toBe(0)
      expect(await git(cwd, "show", "HEAD:releases/checkpoint")).toBe(await checkpointOf(cwd))
      expect(await git(cwd, "status", "--porcelain", "--untracked-files=no")).toBe("")
    }
    const withdrawn = await taxonomy(["withdraw", "1.2.0", "--reason", "Wrong.", "--yes"], { cwd, env })
    expect(withdrawn.stdout).toContain(`Signed the log ${origin} up to event 6 with`)
    await expectSigned(cwd, first)
    await commit(withdrawn.stdout)
    const ended = await taxonomy(["end-of-life", "v1", "--reason", "Replaced.", "--yes"], { cwd, env })
    expect([ended.code, ended.stderr]).toEqual([0, ""])
    await expectSigned(cwd, first)
    await commit(ended.stdout)
    expect((await taxonomy(["withdraw", "1.1.0", "--reason", "Wrong.", "--yes"], { cwd })).code).toBe(2)
  })
})
