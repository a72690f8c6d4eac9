import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { caseNames, examine, readCase, sayings, withShownEdits } from "./MistakeCase.ts"

const folder = fileURLToPath(new URL(".", import.meta.url))

const isPlain = (files: ReadonlyMap<string, string>): boolean =>
  [...files.values()].every((text) => !text.startsWith("\uFEFF") && !text.includes("\r"))

/**
 * Every folder is what a person typed, over sources that pass: `case.yaml` says where the one error must be, `said.txt`
 * what it says, and `repaired` what its help leads to if it is followed to the letter. An edit leaves no error behind.
 */
describe("a mistake of an editor", () => {
  it.for(caseNames(folder))("has one finding, and an edit only if it mends it: %s", async (name, { expect }) => {
    const mistake = readCase(folder, name)
    const { errors, located, mended, repaired } = examine(mistake)
    const places = located.map(({ place, rule }) => ({ rule, file: place.file, line: place.line }))
    expect(places).toEqual([{ rule: mistake.rule, file: mistake.file, line: mistake.line }])
    await expect(sayings(errors)).toMatchFileSnapshot(`${folder}${name}/said.txt`)
    expect(repaired()).toEqual([])
    // Files with CR LF or a byte order mark have other offsets than what was read of them.
    if (isPlain(mistake.files))
      for (const finding of located) expect(withShownEdits(mistake.files, finding)).toEqual(mended)
  })

  it("is made in sources that pass", ({ expect }) => {
    const base = readCase(folder, "base")
    expect(examine(base).errors).toEqual([])
    expect(base.files.size).toBeGreaterThan(8)
  })
})
