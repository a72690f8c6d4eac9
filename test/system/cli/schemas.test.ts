import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { schemasCommand } from "../../../src/cli/read/Schemas.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const project = async () => {
  const folder = await temporaryFolder()
  const [src, out] = [join(folder, "taxonomy-src"), join(folder, "made/schemas")]
  await writeFiles(src, smallSources)
  const write = () => runInProcess(schemasCommand, ["--src", src, "--out", out, "--releases", join(folder, "releases")])
  return { src, out, write, folder }
}

describe("taxonomy schemas", () => {
  it("writes the schemas that differ, and no others", async ({ expect }) => {
    const { out, src, write } = await project()
    expect(await write()).toEqual({ code: 0, stdout: `Wrote 5 of 5 schemas to ${out}.` })
    expect((await readdir(out)).toSorted()).toEqual([
      "dimension.schema.json",
      "license.schema.json",
      "rule.schema.json",
      "sources.json",
      "taxonomy.schema.json",
      "waivers.schema.json"
    ])
    const { ino } = await stat(join(out, "rule.schema.json"))
    expect(await write()).toEqual({ code: 0, stdout: `The schemas in ${out} are up to date.` })
    await writeFile(join(src, "licenses/NEW.yaml"), smallSources["licenses/EDU.yaml"].replace("EDU", "NEW"))
    expect(await write()).toEqual({ code: 0, stdout: `Wrote 2 of 5 schemas to ${out}.` })
    expect((await stat(join(out, "rule.schema.json"))).ino).toBe(ino)
    expect(await readFile(join(out, "license.schema.json"), "utf8")).toContain("NEW")
  })

  it("keeps what an earlier run read of a file that is not YAML now, and names the file", async ({ expect }) => {
    const { out, src, write } = await project()
    await write()
    const file = join(src, "dimensions/use_type.yaml")
    await writeFile(file, "name: [")
    const { code, stdout } = await write()
    expect(code).toBe(0)
    expect(stdout).toContain(`${file} has a mistake. The schemas keep what was last read of it: run taxonomy check.`)
    expect(await readFile(join(out, "license.schema.json"), "utf8")).toContain("editorial")
  })

  it("needs no readable ledger, and no readable memory of an earlier run", async ({ expect }) => {
    const { folder, out, write } = await project()
    await mkdir(join(folder, "releases"), { recursive: true })
    await writeFile(join(folder, "releases/ledger.ndjson"), "broken\n")
    await mkdir(out, { recursive: true })
    await writeFile(join(out, "sources.json"), "[")
    expect(await write()).toEqual({ code: 0, stdout: `Wrote 5 of 5 schemas to ${out}.` })
  })

  it("rejects a missing source folder", async ({ expect }) => {
    const folder = await temporaryFolder()
    const { code } = await runInProcess(schemasCommand, ["--src", join(folder, "none"), "--out", join(folder, "out")])
    expect(code).toBe(3)
  })
})
