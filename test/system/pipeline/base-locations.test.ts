import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const useType = smallSources["dimensions/use_type.yaml"]

/** Checks after the removal of licenses, and counts the git processes that the check starts. */
const checkWithout = async (cwd: string, ...codes: ReadonlyArray<string>) => {
  for (const code of codes) await rm(join(cwd, `taxonomy-src/licenses/${code}.yaml`))
  const folder = await temporaryFolder()
  const trace = join(folder, "trace")
  await writeFiles(folder, { config: `[trace2]\n  normalTarget = ${trace}\n` })
  const { code, stdout } = await taxonomy(["check"], { cwd, env: { GIT_CONFIG_GLOBAL: join(folder, "config") } })
  const started = (await readFile(trace, "utf8")).match(/ start .*git /g) ?? []
  return { code, stdout, processes: started.length }
}

describe("the source locations of removed items", () => {
  it("are those of the base release, at the cost of the same number of git processes for one item and for many", async ({
    expect
  }) => {
    const license = (code: string) => smallSources["licenses/EDU.yaml"].replace("code: EDU", `code: ${code}`)
    const cwd = await makeRepository({
      ...smallSources,
      "licenses/TWO.yaml": license("TWO"),
      "licenses/THREE.yaml": license("THREE")
    })
    await buildRelease([], { cwd })
    const one = await checkWithout(cwd, "EDU")
    expect([one.code, one.stdout]).toEqual([1, expect.stringContaining("::: taxonomy-src/licenses/EDU.yaml:1:1")])
    await writeFiles(join(cwd, "taxonomy-src"), {
      "dimensions/use_type.yaml": useType.slice(0, useType.indexOf("  - code: educational")),
      "rules/never-both.yaml": smallSources["rules/never-both.yaml"].replace(", educational", "")
    })
    const all = await checkWithout(cwd, "TWO", "THREE")
    for (const location of ["licenses/EDU.yaml:1:1", "licenses/TWO.yaml:1:1", "dimensions/use_type.yaml:10:5"]) {
      expect(all.stdout).toContain(`::: taxonomy-src/${location}\n`)
    }
    expect([one.processes > 0, all.processes]).toEqual([true, one.processes])
  })
})
