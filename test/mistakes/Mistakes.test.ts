import { readFileSync } from "node:fs"
import { describe, it } from "vitest"
import { base, examine, readCase, sayings, withShownEdits } from "./MistakeCase.ts"
import { rows, tables, withFindings } from "./MistakeTable.ts"

const isPlain = (files: ReadonlyMap<string, string>): boolean =>
  [...files.values()].every((text) => !text.startsWith("\uFEFF") && !text.includes("\r"))

/**
 * Every row of a table is what a person typed, over sources that pass: `finds` says where the one error is and what it says,
 * and `repair` what its help leads to if it is followed to the letter. An edit leaves no error behind. To add a row, write
 * `finds: ""`, and run the tests with `-u`.
 */
describe("a mistake of an editor", () => {
  it.for([...rows.keys()])("has one finding, and an edit only if it mends it: %s", (name, { expect }) => {
    const mistake = readCase(name)
    const { located, mended, repaired } = examine(mistake)
    expect(located).toHaveLength(1)
    expect(repaired()).toEqual([])
    // Files with CR LF or a byte order mark have other offsets than what was read of them.
    if (isPlain(mistake.files))
      for (const finding of located) expect(withShownEdits(mistake.files, finding)).toEqual(mended)
  })

  it.for([...tables])("is found as its table says: %s", async ([table, path], { expect }) => {
    const text = readFileSync(path, "utf8")
    const found = withFindings(text, (name) => sayings(examine(readCase(`${table}/${name}`))))
    await expect(found).toMatchFileSnapshot(path)
  })

  it("is made in sources that pass", ({ expect }) => {
    expect(examine(base).errors).toEqual([])
    expect(base.files.size).toBeGreaterThan(8)
  })
})
