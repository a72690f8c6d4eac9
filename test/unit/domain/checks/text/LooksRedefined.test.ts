import { assert, describe, it } from "@effect/vitest"
import { found, given, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { edit } from "../../../../support/domain/TaxonomyEdits.ts"

const rule = "text/looks-redefined"
const coffee = "exclusive_categories/COFFEE"
const told = (subject: string, before: object, after: object) =>
  given(release("1.0.0", "2026-01-10", edit(subject, before))).when("1.0.1", "2026-02-10", edit(subject, after))

describe("text/looks-redefined", () => {
  it("warns where little of a label, a name or a description is left, and lets the release pass", () => {
    const before = { label: "Quick-service restaurants", description: "Meals that are ordered at a counter." }
    for (const subject of [coffee, "attribution"]) {
      const decision = told(subject, before, { label: "Motor sport" })
      assert.deepStrictEqual(found(decision), [`${rule} ${subject}`])
      assert.strictEqual(published(decision).version, "1.0.1")
      assert.deepStrictEqual(found(told(subject, before, { description: "Anything with wheels and engines" })), [
        `${rule} ${subject}`
      ])
    }
    assert.deepStrictEqual(found(told("CLASS", { name: "Use in classrooms" }, { name: "Betting" })), [`${rule} CLASS`])
    const lesson = { description: "Pictures in books for schools." }
    assert.deepStrictEqual(found(told("CLASS", lesson, { description: "A bet on who wins" })), [`${rule} CLASS`])
  })

  it("is not found for a correction", () => {
    for (const [before, after] of [
      ["Quick-service restaurants", "Quick service restaurants"],
      ["Coffe", "Coffee"],
      ["Coffee", "Coffee and tea"],
      ["QSR", "qsr"],
      ["Restarants", "Restaurants"]
    ]) {
      assert.deepStrictEqual(found(told(coffee, { label: before }, { label: after })), [])
    }
  })

  it("is found where one word of many is left", () => {
    const before = { description: "Meals that guests order at a counter and carry away" }
    const after = { description: "Vehicles with engines, or without, plus a driver" }
    assert.deepStrictEqual(found(told(coffee, before, after)), [`${rule} ${coffee}`])
  })

  it("is not found for notes and examples, which are not normative", () => {
    const before = { notes: "Ask for the brand.", examples: ["A burger at a counter."] }
    const after = { notes: "Racing cars need another one.", examples: ["Motor sport"] }
    assert.deepStrictEqual(found(told(coffee, before, after)), [])
  })

  it("is not found for a definition, which needs a major release instead", () => {
    const before = { definition: "Served at a counter." }
    assert.deepStrictEqual(found(told(coffee, before, { definition: "Motor sport" })), ["semver/bump-too-small"])
  })
})
