import { assert, describe, it } from "@effect/vitest"
import { found, given, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { deprecate, edit, undeprecate } from "../../../../support/domain/TaxonomyEdits.ts"

const rule = "text/says-deprecated"
const coffee = "exclusive_categories/COFFEE"
const after = (...edits: ReadonlyArray<ReturnType<typeof edit>>) =>
  given(release("1.0.0", "2026-01-10")).when("1.1.0", "2026-02-10", ...edits)

const says: ReadonlyArray<object> = [
  { label: "Coffee - deprecated" },
  { label: "Coffee (obsolete)" },
  { label: "[WITHDRAWN] Coffee" },
  { label: "Coffee deprecated" },
  { label: "Coffee. Do not use." },
  { description: "Deprecated in favor of hot drinks." },
  { description: "Hot drinks. This value is obsolete since 2025." },
  { description: "This code was deprecated in 2024." },
  { definition: "Do not use this in new contracts." }
]

const silent: ReadonlyArray<object> = [
  { label: "Withdrawn products" },
  { description: "Coffee until the approval is withdrawn, or obsolete equipment." },
  { description: "Drinks that replace deprecated ones." },
  { translations: { fr: { label: "Deprecated" } } }
]

const isWarned = (decision: Parameters<typeof found>[0]) => found(decision).includes(`${rule} ${coffee}`)

describe(rule, () => {
  it.for(says)("warns of an item that only its text calls deprecated: %j", (texts) => {
    assert.isTrue(isWarned(after(edit(coffee, texts))))
    assert.isFalse(isWarned(after(edit(coffee, texts), deprecate(coffee, "QSR"))))
  })

  it.for(silent)("is silent about other uses of the words: %j", (texts) => {
    assert.isFalse(isWarned(after(edit(coffee, texts))))
  })

  it("names the command, and lets the release pass", () => {
    const decision = after(edit(coffee, { label: "Coffee - deprecated" }))
    assert.strictEqual(published(decision).version, "1.1.0")
    assert.deepStrictEqual(decision.findings.filter((finding) => finding.rule === rule).map(rendered), [
      {
        rule,
        level: "warning",
        subject: coffee,
        message: `The label of ${coffee} says "deprecated", but the item is not deprecated`,
        help: `Run taxonomy deprecate ${coffee} with --replaced-by or --reason, or correct the label.`,
        at: { file: "dimensions/exclusive_categories.yaml", path: ["values", "COFFEE", "label"], within: "deprecated" }
      }
    ])
  })

  it("warns of an item that is not deprecated any more, and whose text still says so", () => {
    const decision = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", edit(coffee, { label: "Coffee (deprecated)" }), deprecate(coffee, "QSR"))
    ).when("1.2.0", "2026-03-10", undeprecate(coffee))
    assert.deepStrictEqual(found(decision), [`${rule} ${coffee}`])
  })
})
