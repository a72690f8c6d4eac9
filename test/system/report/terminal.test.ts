import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import stringWidth from "string-width"
import { describe, it } from "vitest"
import { shellFunctions } from "../../support/Programs.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { hasNoTerminal, runOnTerminal } from "../../support/Terminal.ts"

/** What commands print on a terminal with so many columns, as lines without colours. */
const outputOf = async (cwd: string, columns: number, ...commands: ReadonlyArray<string>) => {
  const line = `${shellFunctions}stty cols ${columns}; ${commands.join("; ")}`
  const { stdout } = await runOnTerminal(line, { cwd })
  return stripVTControlCharacters(stdout).split(/\r?\n/)
}

describe.skipIf(hasNoTerminal)("a report on a terminal (needs script or python3)", () => {
  it("is wrapped between words to the columns of the terminal", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const before = `code: ONE\nname: ${"漢字 ".repeat(30)}\nconfig: { use_type: [${" ".repeat(90)}wrong_value, other] }\n`
    await writeFile(join(cwd, "taxonomy-src/licenses/ONE.yaml"), before)
    for (const columns of [60, 120]) {
      const lines = await outputOf(cwd, columns, "taxonomy check", "taxonomy check --help")
      // A path is one word, and may be longer.
      const tooLong = lines.filter((text) => stringWidth(text) > columns && !/^ +(?:-->|:::) \S+$/.test(text))
      expect(tooLong).toEqual([])
      expect(lines.some((text) => text.trim() === "EXAMPLES")).toBe(true)
      const marks = lines.findIndex((text) => /^ *\| +\^+/.test(text))
      const [source = "", carets = ""] = lines.slice(marks - 1)
      expect(source.length).toBeLessThanOrEqual(columns)
      expect(carets.length).toBeLessThanOrEqual(columns)
      expect(source.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1).trim()).not.toBe("")
    }
  })
})
