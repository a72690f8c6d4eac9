import { assert, describe, it } from "@effect/vitest"
import { explainText, type Reading } from "../../../../src/build/repair/ExplainText.ts"
import { syntax } from "../../../../src/domain/checks/source/Syntax.ts"
import { makeFinding } from "../../../../src/domain/diagnostic/Finding.ts"
import { inSource } from "../../../../src/domain/diagnostic/Location.ts"

const file = "dimensions/a.yaml"

const mistaken = `values:
  - code a
   label: x [ y, "z
  description; text 'of' - two * (lines)
 - "b": c, d: {e: f
\tshape; = multiple,
`

const errorAt = mistaken.indexOf("label")

/** How often a text of a length is parsed if no repair of it helps. It ends with copies of a line. */
const countReadings = (length: number, line = "#".repeat(length)): number => {
  let readings = 0
  const text = mistaken + line.repeat(length / line.length).slice(mistaken.length)
  const read = (): Reading => {
    readings += 1
    const finding = makeFinding(syntax, { problem: "empty-file" }, { location: inSource(file, { line: 1 }) })
    return { errorAt, findings: [finding], isLate: false, offsets: [errorAt] }
  }
  assert.lengthOf(explainText(file, text, read), 1)
  return readings
}

describe("explainText", () => {
  it("tries fewer repairs of a longer text, but always a few", () => {
    assert.isAbove(countReadings(10_000), 40)
    // The text as it is, and three and a half million characters more.
    assert.strictEqual(countReadings(100_000), 1 + 34)
    assert.strictEqual(countReadings(200_000), 1 + 17)
    assert.strictEqual(countReadings(1_000_000), 1 + 8)
  })

  it("tries fewer repairs of a text with more lines, which take longer to parse", () => {
    assert.strictEqual(countReadings(100_000, `${"#".repeat(49)}\n`), 1 + 21)
    assert.strictEqual(countReadings(100_000, "####\n"), 1 + 8)
    assert.strictEqual(countReadings(25_000, "####\n"), 1 + 20)
  })
})
