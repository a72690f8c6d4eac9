import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { parse } from "yaml"
import { shell } from "../../support/CommandLine.ts"
import { commitAll, git, temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"

interface Step {
  readonly name?: string
  readonly run?: string
}

interface Job {
  readonly permissions: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<Step>
}

const workflow: { readonly on: { readonly push: object }; readonly jobs: Readonly<Record<string, Job>> } = parse(
  await readFile(new URL("../../../.github/workflows/software.yml", import.meta.url), "utf8")
)

const stepsOf = (name: string): ReadonlyArray<Step> => workflow.jobs[name]?.steps ?? []

/** A repository whose `main` is at the version 0.2.0 of the software, with a later commit elsewhere. */
const makeRepository = async (): Promise<string> => {
  const folder = await temporaryFolder()
  const upstream = join(folder, "upstream")
  await mkdir(upstream)
  await git(upstream, "init", "--quiet", "--initial-branch=main")
  await writeFile(join(upstream, "package.json"), '{ "version": "0.2.0", "dependencies": { "node": "24.21.0" } }')
  await commitAll(upstream, "The software")
  const clone = join(folder, "clone")
  await git(folder, "clone", "--quiet", "--template=", upstream, clone)
  return clone
}

describe("the workflow for releases of the software", () => {
  it("gives write access to the job that runs no code of the repository", ({ expect }) => {
    expect(Object.fromEntries(Object.entries(workflow.jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      changeset: { contents: "read" },
      pack: { contents: "read" },
      publish: { contents: "write", "id-token": "write", attestations: "write" }
    })
    const scripts = stepsOf("publish").map(({ run = "" }) => run)
    expect(scripts.join("\n")).not.toMatch(/\b(?:npm|npx|node)\b/)
    for (const { run = "" } of Object.values(workflow.jobs).flatMap(({ steps }) => steps))
      expect(run).not.toContain("${{")
    expect(workflow.on.push).toEqual({ tags: ["software/*"] })
  })

  it("accepts the tag of the version on main, and no other", async ({ expect, skip }) => {
    if (!isInstalled("jq")) return skip("jq is not installed")
    const cwd = await makeRepository()
    const { run = "" } = stepsOf("pack").find(({ name }) => name === "Check the tag") ?? {}
    await writeFile(join(cwd, "../check.sh"), run)
    const check = async (tag: string) => {
      const ran = await shell(`GITHUB_OUTPUT=../output TAG='${tag}' bash -eo pipefail ../check.sh`, { cwd })
      return { code: ran.code, stdout: ran.stdout }
    }
    expect(await check("software/0.2.0")).toEqual({ code: 0, stdout: "" })
    expect(await readFile(join(cwd, "../output"), "utf8")).toBe("node=24.21.0\n")
    for (const tag of ["v0.2.0", "software/0.2.1"]) {
      const { code, stdout } = await check(tag)
      expect(code).toBe(1)
      expect(stdout).toContain(`::error::The tag is ${tag}, but package.json says 0.2.0.`)
    }
    await writeFile(join(cwd, "other"), "")
    await commitAll(cwd, "Elsewhere")
    expect(await check("software/0.2.0")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("not part of main")
    })
  })
})
