import { assert, describe, it } from "@effect/vitest"
import { found, given, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, forbid, grow, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const coffee = "exclusive_categories/COFFEE"
const first = release("1.0.0", "2026-01-10")
const proposed = (...edits: ReadonlyArray<Edit>) => given(first).when("1.1.0", "2026-02-10", ...edits)
const told = (...edits: ReadonlyArray<Edit>) => found(proposed(...edits))

describe("source/suspicious-text", () => {
  it("warns once for each text, names the character, and lets the release pass", () => {
    const decision = given(first).when(
      "1.0.1",
      "2026-02-10",
      edit(coffee, { label: "Coffee\u00a0shops ", translations: { fr: { description: "Cafés\u202e" } } })
    )
    assert.strictEqual(published(decision).version, "1.0.1")
    assert.deepStrictEqual(decision.findings.map(rendered), [
      {
        rule: "source/suspicious-text",
        level: "warning",
        subject: coffee,
        message: `The label of ${coffee} contains a no-break space (U+00A0) and ends with a space`,
        help: 'Write "Coffee shops".',
        at: {
          file: "dimensions/exclusive_categories.yaml",
          path: ["values", "COFFEE", "label"],
          within: "\u00a0"
        }
      },
      {
        rule: "source/suspicious-text",
        level: "warning",
        subject: coffee,
        message: `The description of ${coffee}, in fr, contains a right-to-left override (U+202E)`,
        help: 'Write "Cafés".',
        at: {
          file: "dimensions/exclusive_categories.yaml",
          path: ["values", "COFFEE", "translations", "fr", "description"],
          within: "\u202e"
        }
      }
    ])
  })

  it("looks at every text that is new or changed", () => {
    const rules = (...edits: ReadonlyArray<Edit>) => told(...edits).filter((line) => line.startsWith("source/"))
    assert.deepStrictEqual(
      rules(
        edit("attribution", { description: "Double  space" }),
        edit("attribution/byline", { definition: "Tab\tin it" }),
        edit("use_type/editorial", { deprecated: { replaced_by: [], reason: "Unused " } }),
        add("COURSE", { name: "Comma," }),
        forbid("never", { use_type: { contains: "editorial" } }),
        (taxonomy) => ({ ...taxonomy, rules: taxonomy.rules.map((rule) => ({ ...rule, description: "Never " })) }),
        (taxonomy) => ({ ...taxonomy, title: "Title " })
      ).sort(),
      [
        "source/suspicious-text",
        "source/suspicious-text COURSE",
        "source/suspicious-text attribution",
        "source/suspicious-text attribution/byline",
        "source/suspicious-text rules/never",
        "source/suspicious-text use_type/editorial"
      ]
    )
  })

  it("is not found for a text that was published with it", () => {
    const story = given(release("1.0.0", "2026-01-10", edit(coffee, { label: "Coffee " })))
    assert.deepStrictEqual(found(story.when("1.1.0", "2026-02-10", grow("a"))), [])
    assert.deepStrictEqual(
      found(story.when("1.0.1", "2026-02-10", edit(coffee, { description: "What COFFEE is." }))),
      []
    )
  })
})

describe("source/code-style", () => {
  it("warns of a new code in another case than those that are published", () => {
    const decision = proposed(add("exclusive_categories/musicalToys"))
    assert.deepStrictEqual(
      decision.findings.map(rendered).map(({ help, message }) => [message, help]),
      [
        [
          "The code musicalToys is written otherwise than the others, such as QSR, QSR_FAST_FOOD, COFFEE",
          "Write MUSICAL_TOYS: a published code can never be changed."
        ]
      ]
    )
  })

  it("warns of a license among others, and of the one code of a new dimension that differs", () => {
    assert.deepStrictEqual(told(add("COURSE"), add("Course_2")), ["source/code-style Course_2"])
    const values = ["one_a", "two_b", "three-c", "four_d"].map((code) => ({ code, label: code, description: code }))
    assert.deepStrictEqual(told(add("tone", { values })), ["source/code-style tone/three-c"])
  })

  it("is not found among fewer than three others, for digits, or for a list without a style", () => {
    assert.deepStrictEqual(told(add("use_type/SATIRE"), add("attribution/A"), add("exclusive_categories/24-7")), [])
    const mixed = release("1.0.0", "2026-01-10", add("exclusive_categories/iPads"))
    assert.deepStrictEqual(found(given(mixed).when("1.1.0", "2026-02-10", add("exclusive_categories/toys"))), [])
  })
})

describe("source/duplicate-label", () => {
  it("warns of a new value, license or dimension with the label of another", () => {
    assert.deepStrictEqual(
      told(
        edit(coffee, { label: "Fast food" }),
        add("exclusive_categories/BURGERS", { label: "fastFood" }),
        edit("NEWS", { name: "The same" }),
        add("COURSE", { name: "The same" }),
        edit("attribution", { label: "Tone" }),
        add("tone", { label: "Tone" })
      ).filter((line) => line.startsWith("source/")),
      [
        "source/duplicate-label exclusive_categories/BURGERS",
        "source/duplicate-label tone",
        "source/duplicate-label NEWS"
      ]
    )
  })

  it("is not found for labels that were published, nor for a deprecated value and its replacement", () => {
    const both = release(
      "1.0.0",
      "2026-01-10",
      add("exclusive_categories/TEA", { label: "x" }),
      edit(coffee, { label: "x" })
    )
    assert.deepStrictEqual(found(given(both).when("1.1.0", "2026-02-10", grow("a"))), [])
    assert.deepStrictEqual(
      told(
        edit(coffee, { label: "Cafés" }),
        add("exclusive_categories/CAFE", { label: "Cafés" }),
        deprecate(coffee, "CAFE")
      ).filter((line) => line.startsWith("source/")),
      []
    )
  })
})

describe("source/duplicate-rule", () => {
  it("warns of a new rule with the conditions of another, in whatever order", () => {
    const both = ["educational", "editorial"] as const
    const story = given(release("1.0.0", "2026-01-10", forbid("zero", { use_type: { contains_all: both } })))
    const copy = forbid("a-copy", { use_type: { contains_all: [both[1], both[0]] } })
    assert.deepStrictEqual(found(story.when("2.0.0", "2026-02-10", copy)), ["source/duplicate-rule rules/a-copy"])
    assert.deepStrictEqual(found(story.when("2.0.0", "2026-02-10", forbid("other", { use_type: { empty: true } }))), [])
  })
})

describe("source/no-values", () => {
  it("warns of a new dimension without values, unless it is a territory", () => {
    assert.deepStrictEqual(told(add("tone", { values: [] })), ["source/no-values tone"])
    assert.deepStrictEqual(told(add("area", { shape: "territory", values: [] })), [])
  })
})
