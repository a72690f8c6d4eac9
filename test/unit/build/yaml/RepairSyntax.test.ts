import { describe, it } from "vitest"
import { parse } from "yaml"
import { applyFixes } from "../../../../src/build/FixTree.ts"
import { repairSyntax } from "../../../../src/build/yaml/RepairSyntax.ts"
import { inspectYaml } from "../../../../src/build/yaml/YamlSource.ts"

const file = "licenses/A.yaml"

const inspect = (text: string) => inspectYaml(file, text)

const findingsIn = (text: string) => repairSyntax(file, text, inspect(text), inspect)

const repaired = (text: string): string => applyFixes(new Map([[file, text]]), findingsIn(text)).files[0]?.after ?? ""

const head = "code: A\nname: A\ndescription: A.\n"

/** Lists and maps in brackets, in the layouts in which people write them. */
const flows = [
  "config:\n  territory: { global: false, countries: [NO, SE] }\n  use_type: [a, b]\n",
  "config:\n  territory: { global: false,\n    countries: [NO, SE] }\n  use_type: [a, b]\n",
  "config:\n  territory:\n    { countries: [NO, SE], global: false } # Nordic\n  use_type: [a, b]\n",
  "config: {\n  territory: { global: false, countries: [NO, SE] },\n  use_type: [a, b]\n}\n",
  "config: { territory: { countries: [NO, SE], global: false }, use_type: [a, b] }\n",
  "config: {\n  territory: { global: false,\n    countries: [NO,\n      SE] }, use_type: [a,\n b] }\n",
  "config:\n  territory: {\n    global: false,\n    countries: [\n      NO,\n      SE\n    ]\n  }\n  use_type: [a, b]\n",
  "forbid:\n  all: [{ use_type: { contains: a } }, { term: { any_of: [b, c] } }]\n"
].map((flow) => head + flow)

/** Every text with one bracket left out, typed twice, or of the other kind. */
const slipsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/[[\]{}]/g)].flatMap(({ 0: sign, index }) =>
    ["", sign + sign, "]}[{".charAt("}]{[".indexOf(sign))].map(
      (written) => text.slice(0, index) + written + text.slice(index + 1)
    )
  )

describe("repairSyntax", () => {
  it.for(flows)("mends one wrong bracket as it was meant, or leaves it: %j", (flow, { expect }) => {
    for (const text of slipsOf(flow)) {
      const mended = repaired(text)
      if (mended !== text) expect(parse(mended)).toEqual(parse(flow))
    }
  })

  it("mends a list or map that is not closed on its line", ({ expect }) => {
    for (const [written, meant] of [
      ["use: [a, b", "use: [a, b]"],
      ["use: [a, b # both", "use: [a, b] # both"],
      ["use: { x: true", "use: { x: true }"],
      ["use: { x: [a, b], y: true", "use: { x: [a, b], y: true }"]
    ] as const)
      expect(repaired(`${head}${written}\nconfig: {}\n`)).toBe(`${head}${meant}\nconfig: {}\n`)
  })

  it("leaves another wrong bracket, what can have been meant in two ways, and what goes on in other lines", ({
    expect
  }) => {
    for (const written of [
      "use: [a, b}",
      "use: [a, b]]",
      "use: { x: [a, b }",
      "use: { x: [a, b] ]",
      "use: { x: { y: true, z: true }",
      "use: {a, b]",
      "use: [[a, b]",
      "use: [x: true }",
      "use: { x: a, b] }",
      "use: { x: true,\n  y: [a, b }",
      "use: {\n  x: [a, b\n}",
      "use: {\n  x: [a, b},\n  y: true }"
    ]) {
      const text = `${head}${written}\nconfig: {}\n`
      expect([repaired(text), findingsIn(text).length]).toEqual([text, 1])
    }
  })
})
