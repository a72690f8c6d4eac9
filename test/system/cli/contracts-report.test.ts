import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
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

/** Two dimensions, of which one reserves what the other has. */
const drinks = (version: string, kinds: string) => ({
  "taxonomy.yaml": `namespace: drinks\ntitle: Drinks\ndescription: Few.\nversion: ${version}\n`,
  "dimensions/goods.yaml": `name: goods
label: Goods
description: What is sold.
shape: multiple
required: true
role: scope
values:
  - code: DRINKS
    label: Drinks
    description: All drinks.
  - code: BEER
    label: Beer
    description: Beer alone.
    ${kinds}
`,
  "dimensions/exclusive.yaml": `name: exclusive
label: Exclusive
description: What is reserved.
shape: multiple
required: false
role: exclusivity
unset: nothing
reserves: goods
values_of: goods
`
})

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

  it("counts the contracts of one licensor that begin to clash by the proposal, and names none of them", async ({
    expect
  }) => {
    const cwd = await makeRepository(drinks("1.0.0", ""))
    expect(await buildRelease([], { cwd })).toMatchObject({ code: 0 })
    await writeFiles(join(cwd, "taxonomy-src"), drinks("1.1.0", "broader: [DRINKS]"))
    const contract = (id: string, licensor: string, goodsOf: string, exclusive: ReadonlyArray<string>) =>
      JSON.stringify({ id: `SECRET-${id}`, licensor, version: "1.0.0", config: { goods: [goodsOf], exclusive } })
    const sorted = [
      contract("a", "ada", "DRINKS", ["DRINKS"]),
      // Each reserves what the other grants: one pair all the same.
      contract("b", "ada", "BEER", ["BEER"]),
      contract("c", "bo", "DRINKS", ["DRINKS"]),
      contract("d", "bo", "DRINKS", [])
    ]
    const reportOn = async (...lines: ReadonlyArray<string>) => {
      const { stdout } = await taxonomy(
        ["check", "--date", "2027-01-02", "--contracts", await fileOf(...lines), "--format", "json"],
        { cwd }
      )
      expect(stdout).not.toContain("SECRET")
      return JSON.parse(stdout).contracts
    }
    const clashes = {
      pairs: 1,
      contracts: 2,
      reserved: [{ item: "exclusive/BEER", label: "Beer", pairs: 1 }]
    }
    expect(await reportOn(...sorted)).toMatchObject({ contracts: 4, clashes })
    expect(await reportOn(...sorted.toReversed())).toMatchObject({ contracts: 4, clashes: { error: "not-sorted" } })
    expect(await reportOn(...sorted.map((line) => line.replace("licensor", "seller")))).not.toHaveProperty("clashes")
    const { stdout } = await taxonomy(["check", "--date", "2027-01-02", "--contracts", await fileOf(...sorted)], {
      cwd
    })
    expect(stdout).toContain("  2 that begin to clash, in 1 pair of one licensor\n")
    expect(stdout).toContain("  Begin to clash:\n    Beer (exclusive/BEER): 1 pair\n")
  })
})
