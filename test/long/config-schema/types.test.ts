import { execFile } from "node:child_process"
import { readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { configSchema } from "../../../src/release/format3/ConfigSchema.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { requireTool, toolModules } from "../../support/Tools.ts"
import { compilers, typeCheck } from "../../support/types/TypeCheck.ts"
import { documentAt } from "../../system/docs/Documents.ts"
import { formTaxonomy as taxonomy } from "./FormTaxonomy.ts"

const execute = promisify(execFile)

/** The program of the documents. */
const generator =
  documentAt("docs/reading.md").blocks.find(({ code }) => code.includes("json-schema-to-typescript"))?.code ?? ""

const schema = configSchema({ taxonomy, version: Version.make("1.0.0") })

/** A schema of format 1, which has its rules in `allOf`. */
const published = new URL("../../../releases/v1.0.0/config.schema.json", import.meta.url)

/** The schema of a patch that names everything otherwise. */
const patched = configSchema({
  version: Version.make("1.0.1"),
  taxonomy: {
    ...taxonomy,
    title: "Other title",
    dimensions: taxonomy.dimensions.map((dimension) => ({
      ...dimension,
      label: `Other ${dimension.label}`,
      values: dimension.values.map((value) => ({ ...value, label: `Other ${value.label}` }))
    }))
  }
})

const configs = (type: string): string => `
export const sound: ${type} = {
  use_type: ["EDITORIAL", "TAPES"],
  commercial_scope: "NONE",
  territory: { global: false, countries: ["DE"] },
  synthetic_use: { REPLICA: true }
}
const minimal = { use_type: [], territory: { global: true, countries: [] } } satisfies ${type}
export const misspelt: Record<string, ${type}> = {
  // @ts-expect-error -- a dimension that does not exist
  dimension: { ...minimal, comercial_scope: "NONE" },
  // @ts-expect-error -- a code in a list that does not exist
  code: { ...minimal, use_type: ["EDITORIALS"] },
  // @ts-expect-error -- a code that does not exist
  single: { ...minimal, commercial_scope: "none" },
  // @ts-expect-error -- a country that does not exist
  country: { ...minimal, territory: { global: false, countries: ["XX"] } },
  // @ts-expect-error -- a flag that does not exist
  member: { ...minimal, synthetic_use: { REPLIKA: true } },
  // @ts-expect-error -- a required dimension is missing
  missing: { use_type: [] }
}
`

/** What the program of the documents makes in a folder that has the schema and the packages. */
const generate = async (folder: string, from: object): Promise<string> => {
  await symlink(toolModules, join(folder, "node_modules"))
  await writeFile(join(folder, "config.schema.json"), JSON.stringify(from))
  await writeFile(join(folder, "generate.mjs"), generator)
  await execute(process.execPath, ["generate.mjs"], { cwd: folder })
  return readFile(join(folder, "config.d.ts"), "utf8")
}

describe("the TypeScript that json-schema-to-typescript makes", () => {
  let folders: ReadonlyArray<string>
  let types: { readonly own: string; readonly patched: string; readonly titled: string }

  beforeAll(async () => {
    const [first, second] = [await temporaryFolder(), await temporaryFolder()]
    folders = [first, second]
    const [own, other] = await Promise.all([generate(first, schema), generate(second, patched)])
    const titled = await requireTool("json-schema-to-typescript").compile({ ...schema }, "Config")
    types = { own, patched: other, titled }
  })
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  it("accepts the codes of the dimensions alone, with titles and without", async () => {
    const reports = await typeCheck({
      "config.d.ts": types.own,
      "titled.d.ts": types.titled,
      "configs.ts": `import type { Config } from "./config.d.ts"\n${configs("Config")}`,
      "titledConfigs.ts": `import type { ImageLicensing } from "./titled.d.ts"\n${configs("ImageLicensing")}`
    })
    assert.deepStrictEqual(
      reports,
      compilers.map(() => "")
    )
  })

  it("refuses misspelt names for a release of format 1, too", async () => {
    const text = await generate(await temporaryFolder(), JSON.parse(await readFile(published, "utf8")))
    assert.notInclude(text, "[k: string]")
    const module = `import type { Config } from "./config.d.ts"
export const misspelt: Record<string, (config: Config) => Config> = {
  // @ts-expect-error -- a dimension that does not exist
  dimension: (config): Config => ({ ...config, usetype: ["editorial"] }),
  // @ts-expect-error -- a code in a list that does not exist
  code: (config): Config => ({ ...config, use_type: ["editoral"] })
}
export const sound = (config: Config): Config => ({ ...config, use_type: ["editorial"] })
`
    const reports = await typeCheck({ "config.d.ts": text, "configs.ts": module })
    assert.deepStrictEqual(
      reports,
      compilers.map(() => "")
    )
  })

  it("has no open type, which would accept any dimension", () => {
    for (const text of [types.own, types.titled]) assert.notInclude(text, "[k: string]")
  })

  it("stays the same if a patch changes labels, and exports one type", () => {
    assert.strictEqual(types.patched, types.own)
    assert.deepStrictEqual(types.own.match(/export \w+ \w+/g), ["export interface Config"])
  })
})
