import { assert, describe, it } from "@effect/vitest"
import { evolve } from "../../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { found, given, release, timeOf, type Step } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, grow, start } from "../../../../support/domain/TaxonomyEdits.ts"

const rule = "source/duplicate"

const first = release("1.0.0", "2026-01-10")

/** A release of the time when a license could be called like a dimension. */
const releaseWithBoth: Step = (history) => {
  const { dimensions, licenses, ...rest } = add("ATTRIBUTION")(start)
  return evolve(history, {
    _tag: "ReleasePublished",
    version: Version.make("1.0.0"),
    base: null,
    published_at: timeOf("2026-01-10"),
    source_commit: "0".repeat(40),
    changes: [
      { kind: "namespace-changed", bump: "major", before: "", after: rest.namespace },
      {
        kind: "title-changed",
        bump: "patch",
        before: { title: "", description: "" },
        after: { title: rest.title, description: rest.description }
      },
      ...dimensions.map((after) => ({ kind: "dimension-added", bump: "minor", dimension: after.name, after }) as const),
      ...licenses.map((after) => ({ kind: "license-added", bump: "minor", license: after.code, after }) as const)
    ],
    waivers: [],
    format: 1,
    manifest: `sha256:${"0".repeat(64)}`
  })
}

describe("a dimension and a license with one name", () => {
  it("are refused where the license is new, at its code", () => {
    const decision = given(first).when("1.1.0", "2026-02-10", add("ATTRIBUTION"))
    assert.deepStrictEqual(found(decision), [`${rule} ATTRIBUTION`])
    assert.deepInclude(decision.findings.map(rendered)[0]?.at, { file: "licenses/ATTRIBUTION.yaml", path: ["code"] })
    assert.include(decision.findings.map(rendered)[0]?.message, "names that differ only in case")
  })

  it("are refused where the dimension is new, at its name", () => {
    const decision = given(first).when("1.1.0", "2026-02-10", add("menu"))
    assert.deepStrictEqual(found(decision), [`${rule} menu`])
    assert.deepInclude(decision.findings.map(rendered)[0]?.at, { file: "dimensions/menu.yaml", path: ["name"] })
  })

  it("are refused once where both are new", () => {
    const decision = given().when("1.0.0", "2026-01-10", add("cat"), add("CAT"))
    assert.deepStrictEqual(found(decision), [`${rule} CAT`])
  })

  it("go on where they were published", () => {
    assert.strictEqual(given(releaseWithBoth).history.releases.size, 1)
    assert.deepStrictEqual(found(given(releaseWithBoth).when("1.1.0", "2026-02-10", grow("a"))), [])
  })

  it("are told apart from a value with the name of either", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      add("use_type/attribution"),
      add("exclusive_categories/MENU")
    )
    assert.deepStrictEqual(found(decision), [])
  })
})
