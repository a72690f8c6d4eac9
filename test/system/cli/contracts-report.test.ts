import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { makeOneMajor } from "../../support/TwoMajors.ts"

// 1.1.0 to 1.3.0 deprecate use_type/editorial. The working tree removes it in 2.0.0.
const project = makeOneMajor()

const contracts = ["educational", "editorial"].map((use, index) =>
  JSON.stringify({ id: `SECRET-${index}`, version: "1.0.0", config: { use_type: [use] } })
)

const fileOf = async (...lines: ReadonlyArray<string>): Promise<string> => {
  const path = join(await temporaryFolder(), "contracts.ndjson")
  await writeFile(path, lines.map((line) => `${line}\n`).join(""))
  return path
}

const check = async (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  taxonomy(["check", "--date", "2027-01-01", ...args], { cwd: await project, env })

describe("taxonomy check --contracts", () => {
  it("counts the contracts that the proposal breaks, by item, and names none of them", async ({ expect }) => {
    const file = await fileOf(...contracts, '{"SECRET')
    const { code, stdout } = await check(["--contracts", file])
    expect(code).toBe(0)
    expect(stdout).toContain(`2 contracts assessed:
  1 untouched
  1 broken, of which 1 can be migrated without a decision
  1 could not be assessed. Run \`taxonomy impact\` to see which.
  Broken:
    Editorial (use_type/editorial): 1 contract
      Removed in 2.0.0. Use Educational (use_type/educational).
`)
    expect(stdout).not.toContain("SECRET")
  })

  it("takes the file from the environment, and none if the variable is empty", async ({ expect }) => {
    const file = await fileOf(...contracts)
    const { stdout } = await check(["--format", "json"], { TAXONOMY_CONTRACTS: file })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, contracts: { contracts: 2, untouched: 1, broken: 1 } })
    const without = await check(["--format", "json"], { TAXONOMY_CONTRACTS: "" })
    expect(without.code).toBe(0)
    expect(JSON.parse(without.stdout)).not.toHaveProperty("contracts")
  })

  it("passes if the file cannot be read, and says so", async ({ expect }) => {
    const { code, stderr, stdout } = await check(["--contracts", "missing.ndjson"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("Contracts were not assessed:\n  The file could not be read (NotFound).")
  })
})
