import { spawnSync } from "node:child_process"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, it } from "vitest"
import { git, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { anotherLicense, programs, project, withVersion, type Project } from "./Project.ts"
import { runJob, type JobRun } from "./RunJob.ts"

const repository = "example/taxonomy"

const github = (from = repository) => ({
  repository,
  event_name: "pull_request",
  ref: "refs/pull/7/merge",
  ref_name: "7/merge",
  token: "token",
  event: { pull_request: { number: 7, head: { repo: { full_name: from } } } }
})

const check = async (cwd: string, secrets: Record<string, string> = {}) =>
  runJob("check", { cwd, secrets, github: github(), programs: await programs() })

const checked = async (made: Project, branch: string, secrets?: Record<string, string>) =>
  check(await made.pullRequest(branch), secrets)

/** The environment of the jobs after the check. */
const after = async (
  check: JobRun,
  options: { readonly from?: string; readonly env?: Record<string, string>; readonly artifact?: string } = {}
) => {
  const log = join(await temporaryFolder(), "gh.log")
  const explorer = { result: "success", outputs: { artifact: options.artifact ?? "" } } as const
  const shared = { cwd: check.temp, github: github(options.from), needs: { check, explorer }, temp: check.temp }
  const env = { GH_LOG: log, ...options.env }
  const comment = await runJob("comment", { ...shared, env, programs: await programs({ gh }) })
  const codeScanning = await runJob("code-scanning", { ...shared, programs: await programs() })
  const release = await runJob("release", { ...shared, programs: await programs() })
  const asked = await readFile(log, "utf8").catch(() => "")
  return { comment, codeScanning, release, asked }
}

/** A fake of GitHub's API: comments from a file, and 403 for a token with read access only. */
const gh = `
printf '%s\\n' "$*" >> "$GH_LOG"
if [[ "$*" == *--paginate* ]]; then
  [ -z "\${GH_COMMENTS:-}" ] || jq --raw-output "\${@: -1}" < "$GH_COMMENTS"
elif [ -n "\${GH_READ_ONLY:-}" ]; then
  echo "gh: Resource not accessible by integration (HTTP 403)" >&2
  exit 1
fi`

const hasJq = spawnSync("jq", ["--version"]).status === 0

describe("a pull request", () => {
  it("without findings gets its report as a comment", async ({ expect }) => {
    const made = await project()
    await made.push("more", withVersion("1.1.0", anotherLicense("LAB")))
    const run = await checked(made, "more")
    expect(run).toMatchObject({ result: "success", outputs: { report: "true", sarif: "true" } })
    expect(run.log).toContain("npm ci --omit=dev --ignore-scripts")
    expect(run.log).not.toContain("::error")
    expect(run.summary).toMatch(/^## ✅ 1\.1\.0 can be released/)
    expect(await readFile(join(run.temp, "reports/report.md"), "utf8")).toBe(run.summary)
    expect(await readFile(join(run.temp, "reports/taxonomy.sarif"), "utf8")).toContain('"version":"2.1.0"')

    const { asked, codeScanning, comment, release } = await after(run)
    expect(comment.result).toBe("success")
    expect(asked.split("\n")[1]).toContain("api --method POST repos/example/taxonomy/issues/7/comments --field body=@")
    expect(await readFile(join(run.temp, "comment.md"), "utf8")).toBe(`<!-- taxonomy -->\n${run.summary}`)
    expect(codeScanning.ran).toContain("github/codeql-action/upload-sarif")
    expect(release.result).toBe("skipped")
  })

  it("is assessed by the contracts of a file, of which the comment names none", async ({ expect }) => {
    const made = await project()
    await made.push("more", withVersion("1.1.0", anotherLicense("LAB")))
    const contract = JSON.stringify({ id: "SECRET", version: "1.0.0", config: { use_type: ["no-such-use"] } })
    const run = await checked(made, "more", { TAXONOMY_CONTRACTS: gzipSync(contract).toString("base64") })
    expect(run.result).toBe("success")
    expect(run.log).toContain("::notice title=Contracts::1 contract assessed: 1 invalid already")
    expect(run.summary).toContain("### 1 contract assessed\n\n- 1 invalid already")
    expect(run.log + run.summary).not.toContain("SECRET")
  })

  it("is checked without contracts if the secret is no file of them", async ({ expect }) => {
    const made = await project()
    await made.push("more", withVersion("1.1.0", anotherLicense("LAB")))
    const run = await checked(made, "more", { TAXONOMY_CONTRACTS: "SECRET" })
    expect(run.result).toBe("success")
    expect(run.log).toContain("::notice::The secret TAXONOMY_CONTRACTS is not a file")
    expect(run.summary).toContain("0 contracts assessed")
    expect(run.log + run.summary).not.toContain("SECRET")
  })

  it("with an error fails, annotates the line and still gets a report", async ({ expect }) => {
    const made = await project()
    await made.push("again", withVersion("1.0.0", anotherLicense("LAB")))
    const run = await checked(made, "again")
    expect(run).toMatchObject({ result: "failure", outputs: { report: "true", sarif: "true" } })
    expect(run.log).toMatch(/^::error file=taxonomy-src\/taxonomy\.yaml,line=4,.*title=semver\/version-taken::/m)
    expect(run.summary).toMatch(/^## ❌ Refused/)
    expect(run.ran).toContain("actions/upload-artifact")
    expect(await readFile(join(run.temp, "reports/taxonomy.sarif"), "utf8")).toContain("semver/version-taken")
    const { codeScanning, comment } = await after(run)
    expect([comment.result, codeScanning.result]).toEqual(["success", "success"])
  })

  it("that alters a release fails and reports it", async ({ expect }) => {
    const made = await project()
    await made.push("tidy", {}, { "releases/ledger.ndjson": "" })
    const run = await checked(made, "tidy")
    expect(run.result).toBe("failure")
    expect(run.log).toMatch(/^::error file=releases\/ledger\.ndjson,line=1,.*title=ledger\/rewritten::/m)
    expect(await readFile(join(run.temp, "reports/report.md"), "utf8")).toContain("differs from the one at")
  })

  it("that cannot be checked reports that", async ({ expect }) => {
    const made = await project()
    await made.push("more", withVersion("1.1.0", anotherLicense("LAB")))
    const cwd = await made.pullRequest("more")
    await rm(join(cwd, "taxonomy-src"), { recursive: true })
    const run = await check(cwd)
    expect(run).toMatchObject({ result: "failure", outputs: { report: "true" } })
    expect(run.outputs["sarif"]).toBe("")
    expect(run.summary).toContain("The check could not run")
    expect((await after(run)).codeScanning.result).toBe("skipped")
  })

  it("gets a site with the proposal, refused or not, and a link to it", async ({ expect }) => {
    const made = await project()
    await made.push("again", withVersion("1.0.0", anotherLicense("LAB")))
    const cwd = await made.pullRequest("again")
    const run = await check(cwd)
    expect(run.result).toBe("failure")
    const needs = { check: run }
    const explorer = await runJob("explorer", { cwd, github: github(), needs, programs: await programs() })
    expect(explorer.log).toContain("npm ci --ignore-scripts\nWrote 1 release and the working tree to ")
    expect(explorer).toMatchObject({ result: "success" })
    expect(explorer.ran.at(-1)).toBe("actions/upload-artifact")
    const site = join(explorer.temp, "site")
    expect(await readFile(join(site, "data/draft.js"), "utf8")).toContain("semver/version-taken")
    expect(await readFile(join(site, "index.html"), "utf8")).toContain('<meta name="explorer-draft" content="true">')

    await after(run, { artifact: "123" })
    expect(await readFile(join(run.temp, "comment.md"), "utf8")).toBe(
      `<!-- taxonomy -->\n${run.summary}\n[The proposal in the Explorer](https://github.com/example/taxonomy/actions/runs/42/artifacts/123): download it, unpack it, and open \`index.html\`.\n`
    )
    // The job that wrote the site ran code of the pull request.
    await after(run, { artifact: "123](https://evil.example)" })
    expect(await readFile(join(run.temp, "comment.md"), "utf8")).toBe(`<!-- taxonomy -->\n${run.summary}`)
  })

  it("has no site if it changes nothing, or if it is no pull request", async ({ expect }) => {
    const made = await project()
    await made.push("notes", {}, { "NOTES.md": "Other notes\n" })
    const cwd = await made.pullRequest("notes")
    const shared = { cwd, programs: await programs() }
    const run = await check(cwd)
    expect((await runJob("explorer", { ...shared, github: github(), needs: { check: run } })).result).toBe("skipped")
    const push = { ...github(), event_name: "push" }
    const needs = { check: { result: "success", outputs: { report: "true" } } } as const
    expect((await runJob("explorer", { ...shared, github: push, needs })).result).toBe("skipped")
  })

  it("without relevant changes passes at once", async ({ expect }) => {
    const made = await project()
    await made.push("notes", {}, { "NOTES.md": "Other notes\n" })
    const run = await checked(made, "notes")
    expect(run).toMatchObject({ result: "success", summary: "" })
    expect(run.ran).toEqual(["actions/checkout", "Detect relevant changes", "actions/upload-artifact"])
    const { asked, codeScanning, comment } = await after(run)
    expect([comment.result, codeScanning.result]).toEqual(["success", "skipped"])
    expect(asked).not.toMatch(/--method/)
  })

  it.skipIf(!hasJq)("without relevant changes any more updates its comment", async ({ expect }) => {
    const made = await project()
    await made.push("notes", {}, { "NOTES.md": "Other notes\n" })
    const run = await checked(made, "notes")
    const comments = [{ id: 3, user: { login: "github-actions[bot]" }, body: "<!-- taxonomy -->\n## ❌ Refused" }]
    await writeFile(join(run.temp, "comments.json"), JSON.stringify(comments))
    const { asked } = await after(run, { env: { GH_COMMENTS: join(run.temp, "comments.json") } })
    expect(asked.split("\n")[1]).toContain("--method PATCH repos/example/taxonomy/issues/comments/3 ")
    expect(await readFile(join(run.temp, "comment.md"), "utf8")).toContain("No changes to the taxonomy")
  })

  it("is compared with its merge base if the target branch has moved on", async ({ expect }) => {
    const made = await project()
    await made.push("notes", {}, { "NOTES.md": "Other notes\n" })
    const merge = await made.pullRequest("notes")
    await made.push("main", withVersion("1.1.0", anotherLicense("LAB")))
    await git(merge, "fetch", "--quiet", "origin")
    expect((await check(merge)).ran).not.toContain("Check the sources")
  })

  it("in a merge queue is compared with the base of its group", async ({ expect }) => {
    const made = await project()
    await made.push("notes", {}, { "NOTES.md": "Other notes\n" })
    const queued = await made.pullRequest("notes")
    const base_sha = (await git(queued, "rev-parse", "HEAD^1")).trim()
    const group = { repository, event_name: "merge_group", event: { merge_group: { base_sha } } }
    const run = await runJob("check", { cwd: queued, github: group, programs: await programs() })
    expect(run.ran).not.toContain("Check the sources")
  })

  it("from a fork passes without a comment, because its token has read access only", async ({ expect }) => {
    const run = await reported()
    const { asked, codeScanning, comment } = await after(run, {
      from: "someone/taxonomy",
      env: { GH_READ_ONLY: "1" }
    })
    expect(comment.result).toBe("success")
    expect(comment.log).toContain("::notice::The comment could not be written")
    expect(asked).toContain("--method POST")
    expect(codeScanning.result).toBe("skipped")
  })

  it.skipIf(!hasJq)("has one comment, which later runs update, and changes no other", async ({ expect }) => {
    const run = await reported()
    const bot = { login: "github-actions[bot]" }
    const comments = [
      { id: 1, user: { login: "someone" }, body: "<!-- taxonomy -->\nA quotation" },
      { id: 2, user: bot, body: "<!-- coverage -->\n100 %" },
      { id: 3, user: bot, body: "<!-- taxonomy -->\n## Refused" },
      { id: 4, user: bot, body: "Something else" }
    ]
    await writeFile(join(run.temp, "comments.json"), JSON.stringify(comments))
    const { asked, comment } = await after(run, { env: { GH_COMMENTS: join(run.temp, "comments.json") } })
    expect(comment).toMatchObject({ result: "success", log: "" })
    expect(asked.split("\n")[1]).toContain("--method PATCH repos/example/taxonomy/issues/comments/3 ")
  })
})

/** The result of a successful check for the jobs after it. */
const reported = async (): Promise<JobRun> => {
  const temp = await temporaryFolder()
  await writeFiles(temp, { "reports/report.md": "## Fine\n" })
  return { result: "success", outputs: { report: "true", sarif: "true" }, log: "", summary: "", ran: [], temp }
}
