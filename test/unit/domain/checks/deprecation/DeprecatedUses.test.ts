import { assert, describe, it } from "@effect/vitest"
import { formatInstead } from "../../../../../src/domain/checks/deprecation/DeprecatedUses.ts"
import { found, given, helpFor, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, grow, retitle } from "../../../../support/domain/TaxonomyEdits.ts"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

const usesFastFood = { config: { exclusive_categories: ["QSR_FAST_FOOD"] } }

const first = release("1.0.0", "2026-01-10")

const deprecated = release("1.1.0", "2026-02-10", deprecate(fastFood, "QSR"))

describe("deprecation/new-use", () => {
  const rule = "deprecation/new-use"

  it("is found for a new license, and names what to use instead", () => {
    const decision = given(first, deprecated).when("1.2.0", "2026-03-10", add("SNACK", usesFastFood))
    assert.include(found(decision), `${rule} SNACK`)
    assert.strictEqual(helpFor(decision, rule), "Use QSR instead.")
    assert.strictEqual(decision.outcome._tag, "Refused")
  })

  it("is found for a license that comes in the release that deprecates", () => {
    const decision = given(first).when("1.1.0", "2026-02-10", deprecate(fastFood, "QSR"), add("SNACK", usesFastFood))
    assert.include(found(decision), `${rule} SNACK`)
  })

  it("is found for an old license that begins to use it", () => {
    const decision = given(first, deprecated).when("2.0.0", "2026-03-10", edit("CLASS", usesFastFood))
    assert.include(found(decision), `${rule} CLASS`)
  })

  it("is found for the use of a dimension, of a country and of a flag", () => {
    const story = given(
      release(
        "1.0.0",
        "2026-01-10",
        add("territory", { shape: "territory", values: [{ code: "NO", label: "Norway", description: "Norway." }] }),
        add("ai", { shape: "flags", values: [{ code: "avatar", label: "Avatar", description: "Avatar." }] })
      ),
      release("1.1.0", "2026-02-10", deprecate("territory/NO"), deprecate("ai/avatar"), deprecate("attribution"))
    )
    const uses = [{ territory: { global: false, countries: ["NO"] } }, { ai: { avatar: false } }, { attribution: [] }]
    for (const config of uses) {
      assert.deepStrictEqual(found(story.when("1.2.0", "2026-03-10", add("SNACK", { config }))), [`${rule} SNACK`])
    }
  })

  it("is not found for a new license that uses the replacement", () => {
    const snack = add("SNACK", { config: { exclusive_categories: ["QSR"] } })
    assert.notInclude(found(given(first, deprecated).when("1.2.0", "2026-03-10", snack)).join(" "), rule)
  })
})

describe("deprecation/still-used", () => {
  const rule = "deprecation/still-used"

  it("warns of an old license from the deprecating release on, and lets the release pass", () => {
    const decision = given(first).when("1.1.0", "2026-02-10", deprecate(fastFood, "QSR"))
    assert.deepStrictEqual(found(decision), [`${rule} MENU`])
    assert.strictEqual(published(decision).version, "1.1.0")
    assert.deepStrictEqual(found(given(first, deprecated).when("1.1.1", "2026-02-11", retitle("Again"))), [
      `${rule} MENU`
    ])
  })

  it("is not found for a license that is deprecated itself, nor for one that moved on", () => {
    const leaving = given(first).when("1.1.0", "2026-02-10", deprecate(fastFood, "QSR"), deprecate("MENU"))
    assert.deepStrictEqual(found(leaving), [])
    const moved = edit("MENU", { config: { exclusive_categories: ["QSR"] } })
    assert.deepStrictEqual(found(given(first, deprecated).when("2.0.0", "2026-03-10", moved)), [])
  })

  it("is not found for what is not deprecated", () => {
    assert.deepStrictEqual(found(given(first).when("1.1.0", "2026-02-10", grow("a"))), [])
  })
})

describe("what to do about a deprecated item without a replacement", () => {
  it("is to remove it, for the reason that the sources give", () => {
    const help = (reason: string | null) => formatInstead({ replaced_by: [], reason })
    assert.strictEqual(help("nobody licenses it"), "Remove it from the config: nobody licenses it.")
    assert.strictEqual(help(null), "Remove it from the config: it will be removed.")
  })
})
