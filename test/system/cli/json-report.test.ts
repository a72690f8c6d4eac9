import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { publishedSchemas } from "../../../scripts/PublishedSchemas.ts"
import { JsonReport } from "../../../src/report/formats/Json.ts"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { commitAll, makeRepository, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const published = JSON.parse(publishedSchemas()["report.schema.json"] ?? "")
const isReport = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: true
}).compile(published)
const decode = Schema.decodeUnknownSync(JsonReport, { onExcessProperty: "error" })

const empty = { removed: {}, coming_due: [], waivers: [], not_checked: [], labels: {} }

const problemsOf = (stdout: string) => {
  const report: unknown = JSON.parse(stdout)
  decode(report)
  return isReport(report) ? [] : isReport.errors
}

const withValues = (version: string, values: ReadonlyArray<string>, more = "") => ({
  ...smallSources,
  "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", version),
  "dimensions/use_type.yaml": `${smallSources["dimensions/use_type.yaml"].split("values:")[0]}values:
${values.map((code) => `  - { code: ${code}, label: ${code}, description: A value.${more} }\n`).join("")}`
})

describe("the published schema of JSON reports", () => {
  it("accepts the report of every command, with and without findings", async ({ expect }) => {
    const cwd = await makeRepository(withValues("1.0.0", ["educational", "editorial"]))
    const json = ["--format", "json"]
    const run = async (command: ReadonlyArray<string>, code: number) => {
      const ran = await taxonomy([...command, ...json], { cwd })
      expect([command, ran.code, problemsOf(ran.stdout)]).toEqual([command, code, []])
      return ran.stdout
    }
    await run(["check"], 0)
    expect(problemsOf((await buildRelease([...json, "--dry-run"], { cwd })).stdout)).toEqual([])
    expect(problemsOf((await buildRelease(json, { cwd })).stdout)).toEqual([])
    expect(problemsOf((await buildRelease(json, { cwd })).stdout)).toEqual([])
    await run(["verify"], 0)
    const deprecated = ", deprecated: { reason: Old. }"
    await writeFiles(join(cwd, "taxonomy-src"), withValues("1.1.0", ["educational", "editorial"], deprecated))
    expect(problemsOf((await buildRelease(json, { cwd })).stdout)).toEqual([])
    expect(await run(["check"], 0)).toContain('"earliest_version":"2.0.0"')
    await run(["diff"], 0)
    await writeFiles(join(cwd, "taxonomy-src"), withValues("1.1.0", ["educational"]))
    expect(await run(["check"], 1)).toContain('"suggested_version":"2.0.0"')
    await writeFile(join(cwd, "taxonomy-src/licenses/EDU.yaml"), "code: [")
    await run(["check"], 1)
    await rm(join(cwd, "releases/v1.0.0/schema.json"))
    await run(["verify"], 4)
    await commitAll(cwd, "Broken")
  })

  it("rejects a report with a missing or an unknown key", ({ expect }) => {
    const sound = { command: "check", ok: true, version: null, base: null, declared_bump: null, required_bump: null }
    const rest = { suggested_version: null, changes: [], findings: [], ...empty, release: null }
    expect(isReport({ ...sound, ...rest })).toBe(true)
    expect(isReport(sound)).toBe(false)
    expect(isReport({ ...sound, ...rest, more: 1 })).toBe(false)
    expect(isReport({ ...sound, ...rest, findings: [{ rule: "no/such", level: "error", message: "m" }] })).toBe(false)
  })
})
