import { assert, describe, it } from "@effect/vitest"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../support/domain/RenderedFinding.ts"
import { add, edit, forbid, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

const news = { use_type: ["editorial"], attribution: ["byline"] }

const newsWithByline = edit("NEWS", { config: news })

const never = forbid("never", { attribution: { contains: "byline" }, use_type: { contains: "editorial" } })

const conflicts = (before: ReadonlyArray<Edit>, ...edits: ReadonlyArray<Edit>) =>
  given(release("1.0.0", "2026-01-10", ...before))
    .when("2.0.0", "2026-02-10", ...edits)
    .findings.filter(({ rule }) => rule === "license/conflict")
    .map(rendered)
    .map(({ at, message, subject }) => ({ at, message, subject }))

const violates = "The config violates the conflict rule never: Not both."

const inConfig = (license: string, dimension: string) => ({
  at: { file: `licenses/${license}.yaml`, path: ["config", dimension], key: true },
  message: violates,
  subject: license
})

describe("license/conflict", () => {
  it("points to the setting of a new license that comes last", () => {
    assert.deepStrictEqual(conflicts([never], add("PRESS", { config: news })), [inConfig("PRESS", "use_type")])
  })

  it("points to the setting that changed", () => {
    assert.deepStrictEqual(conflicts([never], newsWithByline), [inConfig("NEWS", "attribution")])
    assert.deepStrictEqual(
      conflicts([never, edit("CLASS", { config: { attribution: ["byline"] } })], edit("CLASS", { config: news })),
      [inConfig("CLASS", "use_type")]
    )
  })

  it("blames a new rule for the licenses that were published before", () => {
    const atRule = { file: "rules/never.yaml", path: ["forbid"] }
    assert.deepStrictEqual(conflicts([newsWithByline], never), [
      { at: atRule, message: "The conflict rule never forbids the config of NEWS", subject: "rules/never" }
    ])
    assert.deepStrictEqual(conflicts([newsWithByline, edit("CLASS", { config: news })], never), [
      {
        at: atRule,
        message: "The conflict rule never forbids the config of 2 base licenses (CLASS, NEWS)",
        subject: "rules/never"
      }
    ])
  })

  it("blames a new license beside a new rule for its own config", () => {
    const found = conflicts([newsWithByline], never, add("PRESS", { config: news }))
    assert.sameDeepMembers(found, [
      {
        at: { file: "rules/never.yaml", path: ["forbid"] },
        message: "The conflict rule never forbids the config of NEWS",
        subject: "rules/never"
      },
      inConfig("PRESS", "use_type")
    ])
  })
})
