import { assert, describe, it } from "@effect/vitest"
import { decide } from "../../../../../src/domain/release/PublishRelease.ts"
import { historyOf, publish, rulesOf } from "../../../../support/arbitrary/releases.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { license, taxonomyOf, useType } from "../../../../support/domain/SmallTaxonomy.ts"

const one = taxonomyOf()
const patched = taxonomyOf({ title: "Licensing, reworded" })
const added = taxonomyOf({ licenses: [license("NIL-1"), license("NIL-2")] })
const removed = taxonomyOf({ licenses: [] })

const history = historyOf(publish("1.0.0", one))
const found = (version: string, taxonomy = one) => rulesOf(decide(history, publish(version, taxonomy)))

describe("semver/version-taken", () => {
  it("is found where the version is published with other content", () => {
    assert.deepStrictEqual(found("1.0.0", patched), ["semver/version-taken"])
  })

  it("names the version that the changes require", () => {
    const taken = historyOf(publish("1.0.0", one), publish("1.0.1", patched))
    const [finding] = decide(taken, publish("1.0.0", added)).findings.map(rendered)
    assert.include(finding?.help, "Declare 1.1.0")
  })

  it("is not found where the content is the same", () => {
    assert.deepStrictEqual(found("1.0.0"), [])
  })
})

describe("semver/not-a-successor", () => {
  it("is found for a version that skips one", () => {
    for (const version of ["1.0.2", "1.2.0", "3.0.0", "1.1.1", "2.0.1"]) {
      assert.deepStrictEqual(found(version, added), ["semver/not-a-successor"], version)
    }
  })

  it("is found for a version below every other", () => {
    assert.deepStrictEqual(found("0.9.0", added), ["semver/not-a-successor"])
  })

  it("is not found for any first version, nor for the three successors", () => {
    assert.deepStrictEqual(rulesOf(decide(historyOf(), publish("3.7.1", one))), [])
    assert.deepStrictEqual(found("1.0.1", patched), [])
    assert.deepStrictEqual(found("1.1.0", added), [])
    assert.notInclude(found("2.0.0", removed), "semver/not-a-successor")
  })

  it("goes by the highest version below, so an older line goes on beside a newer one", () => {
    const lines = historyOf(publish("1.0.0", one), publish("1.1.0", added), publish("2.0.0", removed))
    const decision = decide(lines, publish("1.1.1", { ...added, title: "Licensing, reworded" }))
    assert.strictEqual(decision.base?.version, "1.1.0")
    assert.notInclude(rulesOf(decision), "semver/not-a-successor")
  })
})

describe("semver/bump-too-small", () => {
  it("is found where the changes need more than what is declared", () => {
    assert.deepStrictEqual(found("1.0.1", added), ["semver/bump-too-small"])
    assert.include(found("1.1.0", removed), "semver/bump-too-small")
    assert.include(found("1.0.1", removed), "semver/bump-too-small")
  })

  it("counts the changes that need more, and names the version that would do", () => {
    const [finding] = decide(history, publish("1.0.1", { ...added, title: "Reworded" })).findings.map(rendered)
    assert.include(finding?.message, "but one change requires a")
    assert.include(finding?.help, "1.1.0")
  })

  it("is not found where the changes need what is declared", () => {
    assert.deepStrictEqual(found("1.1.0", added), [])
    assert.notInclude(found("2.0.0", removed), "semver/bump-too-small")
  })
})

describe("semver/bump-larger-than-needed", () => {
  it("warns, and lets the release pass", () => {
    const decision = decide(history, publish("2.0.0", patched))
    assert.deepStrictEqual(rulesOf(decision), ["semver/bump-larger-than-needed"])
    assert.strictEqual(decision.outcome._tag, "Publish")
  })

  it("is not found where the bump is the one needed", () => {
    assert.deepStrictEqual(found("1.0.1", patched), [])
  })
})

describe("semver/nothing-to-release", () => {
  it("is found for a new version without a change", () => {
    assert.deepStrictEqual(found("1.0.1"), ["semver/nothing-to-release"])
    assert.deepStrictEqual(found("5.0.0"), ["semver/nothing-to-release"])
  })

  it("is not found for the smallest of changes", () => {
    const relabelled = taxonomyOf({ dimensions: [...one.dimensions.slice(0, 1), { ...useType, label: "Type of use" }] })
    assert.deepStrictEqual(found("1.0.1", relabelled), [])
  })
})
