import { readdir } from "node:fs/promises"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

describe("TAXONOMY_CACHE", () => {
  it("is ignored with a note, and its folder stays as it is", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const folder = await temporaryFolder()
    for (const args of [["check"], ["history"], ["diff"]]) {
      const usual = await taxonomy(args, { cwd })
      expect(await taxonomy(args, { cwd, env: { TAXONOMY_CACHE: folder } })).toEqual({
        ...usual,
        stderr: `note: TAXONOMY_CACHE is ignored: commands keep no cache any more.\n${usual.stderr}`
      })
    }
    expect(await readdir(folder)).toEqual([])
  })
})
