import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import { taxonomy, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const execute = promisify(execFile)

const Listed = Schema.fromJsonString(
  Schema.Struct({
    rules: Schema.Array(Schema.Struct({ id: Schema.String, level: Schema.String, waivable: Schema.Boolean }))
  })
)

describe("taxonomy rules and explain", () => {
  it("list all checks as text, JSON and Markdown", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const ids = checks.map(({ id }) => id)
    const lines = (await taxonomyInNewProcess(["rules"], { cwd })).stdout.trimEnd().split("\n")
    expect(lines.map((line) => line.split(" ")[0])).toEqual(ids)
    const json = await taxonomy(["rules", "--format", "json"], { cwd })
    expect(Schema.decodeSync(Listed)(json.stdout).rules.map(({ id }) => id)).toEqual(ids)
    const markdown = await taxonomy(["rules"], { cwd, env: { TAXONOMY_FORMAT: "markdown" } })
    const headings = markdown.stdout.split("\n").filter((line) => line.startsWith("### "))
    expect(headings).toEqual(ids.map((id) => `### ${id}`))
  })

  it("explain one check", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const { code, stdout } = await taxonomyInNewProcess(["explain", "deprecation/removed-before-six-months"], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^deprecation\/removed-before-six-months \(error, can be waived\)\n/)
    expect(stdout).toContain("Incorrect:\n")
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80)
  })

  it("exit with 2 and a suggestion for an unknown check", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const explain = async (id: string) => {
      const { code, stderr, stdout } = await taxonomy(["explain", id], { cwd })
      expect([code, stdout]).toEqual([2, ""])
      return stderr
    }
    expect(await explain("semver/bump-to-small")).toContain('Did you mean "semver/bump-too-small"?')
    expect(await explain("version-taken")).toContain("semver/version-taken")
    expect(await explain("nothing/like-it")).toContain("taxonomy rules")
  })

  it("match the generated documents", async ({ expect }) => {
    const script = fileURLToPath(new URL("../../../scripts/generate-docs.ts", import.meta.url))
    await expect(execute(process.execPath, [script, "--check"])).resolves.toMatchObject({ stderr: "" })
  })
})
