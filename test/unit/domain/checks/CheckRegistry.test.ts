import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { areaOf, findCheck, getCheck, checks } from "../../../../src/domain/checks/CheckRegistry.ts"

const src = fileURLToPath(new URL("../../../../src/", import.meta.url))
// What serves releases names media types in the same form, and no rules.
const elsewhere = ["api", "server"]
const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter(
    (path) =>
      path.endsWith(".ts") &&
      !path.endsWith("RuleTexts.ts") &&
      !elsewhere.some((folder) => path.startsWith(folder + sep))
  )
  .map((path) => readFileSync(join(src, path), "utf8"))
const areas = new Set(checks.map(({ id }) => areaOf(id)))
const literals = sources
  .flatMap((text) => [...text.matchAll(/"([a-z]+)\/[a-z-]*[a-z]"/g)])
  .flatMap(([quoted, area]) => (area !== undefined && areas.has(area) ? [quoted.slice(1, -1)] : []))

describe("the table of rules", () => {
  it("holds every rule that the code names", () => {
    assert.isNotEmpty(literals)
    for (const id of literals) assert.isDefined(findCheck(id), id)
  })

  it("holds no rule that the code does not know", () => {
    const all = sources.join("\n")
    for (const { id } of checks) {
      // Areas with many rules put the id together.
      const name = id.slice(areaOf(id).length + 1)
      assert.isTrue(all.includes(`"${id}"`) || all.includes(`"${name}"`) || all.includes(`${areaOf(id)}/`), id)
    }
  })

  it("names each rule once, and says all of it", () => {
    assert.strictEqual(new Set(checks.map(({ id }) => id)).size, checks.length)
    for (const rule of checks) {
      assert.strictEqual(getCheck(rule.id), rule)
      assert.match(rule.id, /^[a-z]+\/[a-z]+(?:-[a-z]+)*$/)
      for (const text of [rule.title, rule.breaks, rule.keeps]) assert.match(text, /\S/, rule.id)
      assert.notStrictEqual(rule.breaks, rule.keeps)
      // A few sentences: what it says, why it matters, and what to do.
      assert.isAtLeast(rule.explanation.split(/\.(?: |$)/).length - 1, 2, rule.id)
    }
  })

  it("lets people waive errors of deprecation and codes that come back, nothing else", () => {
    for (const { id, level, waivable } of checks) {
      const early = areaOf(id) === "deprecation" || id === "code/reused"
      assert.strictEqual(waivable, early && level === "error", id)
    }
  })
})
