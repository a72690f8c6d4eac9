import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { commitAll, git, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { anotherLicense, licenseNamed, programs, project, withVersion, writeHook, type Project } from "./Project.ts"
import { runJob } from "./RunJob.ts"

const github = {
  repository: "example/taxonomy",
  event_name: "push",
  ref: "refs/heads/main",
  ref_name: "main",
  token: "token",
  event: {}
}

const needs = { check: { result: "success", outputs: {} } } as const

const publish = async (cwd: string, secrets: Readonly<Record<string, string>> = {}) =>
  runJob("release", { cwd, github, needs, programs: await programs(), secrets })

/** The state of main after a push, verified. */
const released = async (made: Project) => {
  const cwd = await made.checkout()
  const changed = await git(cwd, "diff", "--name-only", "HEAD^", "HEAD")
  return {
    subject: (await git(cwd, "log", "-1", "--format=%an %s")).trim(),
    onlyReleases: changed.split("\n").every((path) => path === "" || path.startsWith("releases/")),
    lines: (await git(cwd, "show", "HEAD:releases/ledger.ndjson")).trim().split("\n").length,
    verified: (await taxonomy(["verify", "--base", "v1.0.0"], { cwd })).code
  }
}

const tagged = async (made: Project, tag: string) => (await git(made.upstream, "rev-parse", `${tag}^{commit}`)).trim()
const main = async (made: Project) => (await git(made.upstream, "rev-parse", "main")).trim()

describe("a merge to main", () => {
  it("is published once, with its commit and tag pushed together", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    const run = await publish(await made.checkout())
    expect(run).toMatchObject({ result: "success", summary: expect.stringContaining("vocabulary 1.1.0") })
    expect(await released(made)).toEqual({
      subject: "github-actions[bot] Release 1.1.0",
      onlyReleases: true,
      lines: 2,
      verified: 0
    })
    expect(await tagged(made, "v1.1.0")).toBe(await main(made))

    await made.push("main", {}, { "NOTES.md": "Other notes\n" })
    const before = await made.refs()
    const again = await publish(await made.checkout())
    expect(again).toMatchObject({ result: "success", summary: expect.stringContaining("already released") })
    expect(await made.refs()).toEqual(before)
  })

  it("with an error fails, annotates the line and pushes nothing", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.0.0", anotherLicense("LAB")))
    const before = await made.refs()
    const run = await publish(await made.checkout())
    expect(run).toMatchObject({ result: "failure", summary: expect.stringContaining("❌ Refused") })
    expect(run.log).toMatch(/^::error file=taxonomy-src\/taxonomy\.yaml,/m)
    expect(await made.refs()).toEqual(before)
  })

  it("is published once by two concurrent runs", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    const checkouts = await Promise.all([made.checkout(), made.checkout()])
    const barrier = await temporaryFolder()
    // The folder is removed when the tests end, whether or not both have come.
    const untilBothPush = `touch "${barrier}/$PPID"; until [ "$(ls "${barrier}" | wc -l)" -ge 2 ]; do [ -d "${barrier}" ]; /bin/sleep 0.05; done`
    for (const checkout of checkouts) await writeHook(checkout, "pre-push", untilBothPush)
    const runs = await Promise.all(checkouts.map((cwd) => publish(cwd)))
    expect(runs.map(({ result }) => result)).toEqual(["success", "success"])
    const [winner, loser] = runs.toSorted((left, right) => left.log.length - right.log.length)
    expect(winner?.log).not.toContain("was refused")
    expect(winner?.summary).toContain("vocabulary 1.1.0")
    expect(loser?.log).toContain("Attempt 1 was refused")
    expect(loser?.summary).toContain("already released")
    expect(await released(made)).toMatchObject({ onlyReleases: true, lines: 2, verified: 0 })
    expect(await tagged(made, "v1.1.0")).toBe(await main(made))
  })

  it("on an outdated checkout publishes on top of upstream with its dependencies", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.0.1", licenseNamed("For classrooms")))
    const late = await made.checkout()
    await publish(await made.checkout())
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")), { "package-lock.json": "{}\n" })
    const run = await publish(late)
    expect(run).toMatchObject({ result: "success", summary: expect.stringContaining("vocabulary 1.1.0") })
    expect(run.log.match(/npm ci --omit=dev --ignore-scripts/g)).toHaveLength(2)
    expect(await released(made)).toMatchObject({ onlyReleases: true, lines: 3, verified: 0 })
    expect(await tagged(made, "v1.1.0")).toBe(await main(made))
    expect(await tagged(made, "v1.0.1")).not.toBe(await main(made))
  })

  it("is pushed again after a refused tag, without traces of the first attempt", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    const before = await main(made)
    const seen = join(await temporaryFolder(), "seen")
    const mainThen = `git rev-parse main >> "${seen}"; [ "$(wc --lines < "${seen}")" -gt 1 ]`
    await writeHook(made.upstream, "update", `[[ "$1" != refs/tags/* ]] || { ${mainThen}; }`)
    const run = await publish(await made.checkout())
    expect(run.result).toBe("success")
    expect(run.log.match(/Attempt \d was refused/g)).toEqual(["Attempt 1 was refused"])
    expect(await readFile(seen, "utf8")).toBe(`${before}\n${before}\n`)
    expect(await released(made)).toMatchObject({ onlyReleases: true, lines: 2, verified: 0 })
    expect(await tagged(made, "v1.1.0")).toBe(await main(made))
  })

  it("fails after five refused pushes", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    const before = await made.refs()
    await writeHook(made.upstream, "pre-receive", "exit 1")
    const run = await publish(await made.checkout())
    expect(run).toMatchObject({ result: "failure", summary: "" })
    expect(run.log).toContain("::error::The release could not be pushed.")
    expect(run.log.match(/Attempt \d was refused/g)).toHaveLength(5)
    expect(await made.refs()).toEqual(before)
  })

  it("gets the tag that an earlier run failed to push", async ({ expect }) => {
    const made = await project()
    await git(made.upstream, "tag", "--delete", "v1.0.0")
    const before = await made.refs()
    const run = await publish(await made.checkout())
    expect(run.result).toBe("success")
    expect([...(await made.refs()).keys()]).toEqual([...before.keys(), "refs/tags/v1.0.0"])
  })

  it("does not move an existing tag", async ({ expect }) => {
    const made = await project()
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    await git(made.upstream, "tag", "v1.1.0", "main")
    const before = await made.refs()
    const run = await publish(await made.checkout())
    expect(run.result).toBe("failure")
    expect(run.log).toContain("already points to another commit")
    expect(await made.refs()).toEqual(before)
  })

  it("is checked like a pull request and uploads its alerts", async ({ expect }) => {
    const made = await project()
    const options = { github, programs: await programs() }
    const check = await runJob("check", { ...options, cwd: await made.checkout() })
    expect(check).toMatchObject({ result: "success", outputs: { report: "true", sarif: "true" } })
    expect(check.ran).toContain("Verify that published releases are unaltered")
    const behind = { ...options, cwd: check.temp, needs: { check } }
    expect((await runJob("comment", behind)).result).toBe("skipped")
    expect((await runJob("code-scanning", behind)).ran).toContain("github/codeql-action/upload-sarif")
  })

  it("that deletes releases is rejected, whatever other tags exist", async ({ expect }) => {
    const made = await project()
    const author = await made.checkout()
    await git(author, "rm", "-r", "--quiet", "releases")
    await writeFiles(join(author, "taxonomy-src"), withVersion("1.1.0", anotherLicense("LAB")))
    await commitAll(author, "Begin anew")
    for (const tag of ["v-next", "vendor-sync", "v0.9.0"]) await git(author, "tag", tag)
    await git(author, "push", "--quiet", "--tags", "origin", "main")
    const before = await made.refs()
    const run = await publish(await made.checkout())
    expect(run.result).toBe("failure")
    expect(run.log).toContain("title=ledger/rewritten::")
    expect(await made.refs()).toEqual(before)

    const pushed = { ...github, event: { before: (await git(author, "rev-parse", "HEAD^")).trim() } }
    const unknown = { ...github, event: { before: "0".repeat(40) } }
    for (const event of [pushed, unknown]) {
      const check = await runJob("check", { cwd: await made.checkout(), github: event, programs: await programs() })
      expect(check.result).toBe("failure")
      expect(check.log).toMatch(/error: The folder \S+releases does not exist\./)
    }
  })

  it("is signed with the key in the secret, which only build-release gets", async ({ expect }) => {
    const made = await project()
    const [first, second] = await Promise.all(
      ["a", "b"].map(() => generateSigningKey("example.com/taxonomy", "ed25519"))
    )
    const secretOf = (...keys: ReadonlyArray<typeof first>) => ({
      TAXONOMY_LOG_KEY: keys.map((key) => key?.secret).join("\n")
    })
    const signedBy = async () => {
      const source = await git(made.upstream, "show", "main:releases/checkpoint")
      return parseNote(source).signatures.map(({ id }) => id)
    }
    const run = async (version: string, secrets: Readonly<Record<string, string>>) => {
      await made.push("main", withVersion(version, anotherLicense(`L${version.replaceAll(".", "")}`)))
      const cwd = await made.checkout()
      // Git runs hooks with its own environment.
      await writeHook(cwd, "pre-push", "env")
      const ran = await publish(cwd, secrets)
      expect(`${ran.log}${ran.summary}`).not.toContain("PRIVATE+KEY")
      return ran
    }
    expect((await run("1.1.0", secretOf(first, second))).result).toBe("success")
    expect(await signedBy()).toEqual([first?.key.verifier.id, second?.key.verifier.id])
    expect(await released(made)).toMatchObject({ onlyReleases: true, lines: 2, verified: 0 })
    const missing = await run("1.2.0", {})
    expect(missing).toMatchObject({ result: "failure", log: expect.stringContaining("Set TAXONOMY_LOG_KEY") })
    expect(await signedBy()).toEqual([first?.key.verifier.id, second?.key.verifier.id])
    expect((await publish(await made.checkout(), secretOf(second))).result).toBe("success")
    expect(await signedBy()).toEqual([second?.key.verifier.id])
  })

  it("is not published after a failed check", async ({ expect }) => {
    const failed = { check: { result: "failure", outputs: {} } } as const
    const run = await runJob("release", { cwd: "/", github, needs: failed, programs: await programs() })
    expect(run.result).toBe("skipped")
  })

  it("on another branch is checked only", async ({ expect }) => {
    const made = await project()
    const elsewhere = { ...github, ref: "refs/heads/draft", ref_name: "draft" }
    const run = await runJob("release", {
      cwd: await made.checkout(),
      github: elsewhere,
      needs,
      programs: await programs()
    })
    expect(run.result).toBe("skipped")
  })
})
