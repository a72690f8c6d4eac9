import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { readEntry, writeEntry } from "../../../src/platform/cache/CacheEntry.ts"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { commitAll, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

describe("the cache", () => {
  it("is read by commands that inform an editor, and by none that publishes or verifies", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    expect((await buildRelease([], { cwd })).code).toBe(0)
    await writeFiles(join(cwd, "taxonomy-src"), {
      "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", "1.0.1").replace("Just large", "Large")
    })
    await commitAll(cwd, "Next release")
    const run = { cwd, env: { TAXONOMY_CACHE: await temporaryFolder() } }
    const ledgers = join(run.env.TAXONOMY_CACHE, "ledgers")
    const commands = {
      check: await taxonomy(["check"], run),
      history: await taxonomy(["history"], run),
      diff: await taxonomy(["diff"], run)
    }
    expect(commands.check.code).toBe(0)
    // The forger knows how entries are made, and claims that the major version has ended.
    const names = await readdir(ledgers)
    const name = names.find((found) => found !== "pruned") ?? ""
    const entry = readEntry(join(ledgers, name))
    const texts = (entry?.digests ?? []).map((_, index) => entry?.textAt(index) ?? "")
    const ended = `"endedMajors":[[1,{"date":"2026-01-01T00:00:00Z","reason":"Forged."}]]`
    const forged = [...texts.slice(0, -1), texts.at(-1)?.replace(`"endedMajors":[]`, ended) ?? ""]
    writeEntry(join(ledgers, name), forged)
    expect((await taxonomy(["check"], run)).stdout).toContain("lifecycle/end-of-life")
    expect((await taxonomy(["history"], run)).stdout).toContain("Forged.")
    expect(await taxonomy(["verify"], run)).toMatchObject({ code: 0 })
    expect(await buildRelease(["--dry-run"], run)).toMatchObject({ code: 0 })
    expect(await buildRelease([], run)).toMatchObject({ code: 0 })
    expect(await readdir(ledgers)).toEqual(names)
    expect((await taxonomy(["history"], run)).stdout).toContain("1.0.1")
  })

  it("changes no output", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    expect((await buildRelease([], { cwd })).code).toBe(0)
    const run = { cwd, env: { TAXONOMY_CACHE: await temporaryFolder() } }
    for (const args of [["check"], ["check", "--format", "json"], ["history"], ["history", "EDU"], ["diff"]]) {
      const cold = await taxonomy(args, { cwd, env: { TAXONOMY_CACHE: await temporaryFolder() } })
      await taxonomy(args, run)
      expect(await taxonomy(args, run)).toEqual(cold)
    }
  })
})
