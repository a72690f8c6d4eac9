import { assert, describe, it } from "@effect/vitest"
import { decide } from "../../../../../src/domain/release/PublishRelease.ts"
import { emptyHistory } from "../../../../../src/domain/release/ReleaseHistory.ts"
import type { Conditions, Config } from "../../../../../src/domain/taxonomy/Config.ts"
import type { Taxonomy } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { publish } from "../../../../support/arbitrary/releases.ts"
import { allFindings, given, helpFor, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../../support/domain/SmallTaxonomy.ts"
import { add, deprecate, edit, remove, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const dimensions = [flags, commercialScope, territory, useType]

const withConfig = (config: unknown) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a file may hold before it is found to be wrong
  found({ dimensions, licenses: [license("NIL-1", config as Config)] })

const withForbidden = (forbid: Conditions) =>
  found({ dimensions, rules: [{ id: "a-rule", description: "It does not fit.", forbid }] })

describe("reference findings of a license", () => {
  it("are none where it is valid", () => {
    const config = {
      use_type: ["editorial"],
      commercial_scope: "non_commercial",
      territory: { global: false, countries: ["NO"] },
      ai_synthetic_use: { avatar_only: true }
    }
    assert.deepStrictEqual(withConfig(config), [])
    assert.deepStrictEqual(withConfig({}), [])
  })

  it("name a dimension that does not exist, at its key, with the nearest that does", () => {
    const [finding, ...more] = withConfig({ use_typ: ["editorial"] })
    assert.isEmpty(more)
    assert.strictEqual(finding?.rule, "reference/unknown-dimension")
    assert.strictEqual(finding?.subject, "NIL-1")
    assert.include(finding?.help, `"use_type"`)
    assert.deepStrictEqual(finding?.at, { file: "licenses/NIL-1.yaml", path: ["config", "use_typ"], key: true })
  })

  it("name a value that does not exist, in every shape, at its place", () => {
    const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string | number>]> = [
      [{ use_type: ["editorial", "editorials"] }, ["config", "use_type", 1]],
      [{ commercial_scope: "amateur" }, ["config", "commercial_scope"]],
      [{ territory: { global: false, countries: ["NO", "SE"] } }, ["config", "territory", "countries", 1]],
      [{ ai_synthetic_use: { avatar: true } }, ["config", "ai_synthetic_use", "avatar"]]
    ]
    for (const [config, path] of wrong) {
      const findings = withConfig(config)
      assert.deepStrictEqual(
        findings.map(({ rule }) => rule),
        ["reference/unknown-value"]
      )
      assert.deepStrictEqual(findings[0]?.at?.path, path)
    }
  })

  it("read each of many values a few times only, however many there are", () => {
    let reads = 0
    const counted = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
      new Proxy(list, {
        get: (target, key): unknown => {
          reads += 1
          return Reflect.get(target, key)
        }
      })
    const codes = Array.from({ length: 5000 }, (_, index) => `C${index}`)
    const values = codes.map((code) => ({ code, label: code, description: code }))
    const findings = found({
      dimensions: [{ ...useType, values: counted(values) }],
      licenses: [license("NIL-1", { use_type: counted([...codes, "C1"]) })]
    })
    assert.deepStrictEqual(
      findings.map(({ message }) => message),
      ['Duplicate value "C1" in use_type']
    )
    assert.isBelow(reads, 100 * codes.length)
  })

  it("name a setting of the wrong shape", () => {
    for (const config of [
      { use_type: "editorial" },
      { commercial_scope: ["non_commercial"] },
      { territory: "NO" },
      { territory: { global: true } },
      { territory: { global: true, countries: [], more: true } },
      { ai_synthetic_use: ["avatar_only"] },
      { ai_synthetic_use: { avatar_only: "yes" } }
    ]) {
      assert.deepStrictEqual(
        withConfig(config).map(({ rule }) => rule),
        ["source/wrong-type"]
      )
    }
  })

  it("name a value that stands twice", () => {
    assert.deepStrictEqual(
      withConfig({ use_type: ["editorial", "editorial"] }).map(({ rule }) => rule),
      ["source/duplicate"]
    )
  })

  it("name a required dimension that it does not set", () => {
    const findings = found({ dimensions: [{ ...commercialScope, required: true }, useType] })
    assert.deepStrictEqual(
      findings.map(({ rule, subject }) => [rule, subject]),
      [["reference/missing-dimension", "NIL-1"]]
    )
  })

  it("name a conflict rule that it breaks, and none that is broken itself", () => {
    const rule = { id: "a-rule", description: "It does not fit.", forbid: { use_type: { contains: "editorial" } } }
    const broken = { id: "b-rule", description: "It is wrong.", forbid: { use_type: { contains: "gone" } } }
    const findings = found({ rules: [rule, broken] })
    assert.deepStrictEqual(
      findings.map(({ rule, subject }) => [rule, subject]),
      [
        ["license/conflict", "NIL-1"],
        ["reference/unknown-value", "rules/b-rule"]
      ]
    )
  })
})

describe("reference findings of a rule", () => {
  it("are none where it fits the shapes", () => {
    assert.deepStrictEqual(
      withForbidden({
        use_type: { contains_any: ["educational"] },
        commercial_scope: { equals: "non_commercial" },
        territory: { global: true, countries: { empty: false } },
        ai_synthetic_use: { avatar_only: true }
      }),
      []
    )
  })

  it("name a dimension or a value that does not exist", () => {
    assert.deepStrictEqual(
      withForbidden({ nowhere: { equals: "A" } }).map(({ rule }) => rule),
      ["reference/unknown-dimension"]
    )
    const findings = withForbidden({ territory: { countries: { contains_all: ["NO", "SE"] } } })
    assert.deepStrictEqual(
      findings.map(({ rule }) => rule),
      ["reference/unknown-value"]
    )
    assert.deepStrictEqual(findings[0]?.at?.path, ["forbid", "territory", "countries", "contains_all", 1])
  })

  it("name a condition of another shape", () => {
    assert.deepStrictEqual(
      withForbidden({ use_type: { equals: "editorial" } }).map(({ rule }) => rule),
      ["source/wrong-type"]
    )
    assert.deepStrictEqual(
      withForbidden({ commercial_scope: { global: true } }).map(({ rule }) => rule),
      ["source/wrong-type"]
    )
  })
})

describe("reference findings of a deprecation", () => {
  const by = (...replaced_by: ReadonlyArray<string>) => ({ deprecated: { replaced_by } })

  it("name a replacement that does not exist", () => {
    assert.deepStrictEqual(
      found({
        dimensions: [{ ...commercialScope, ...by("comercial_scope") }, withValue(by("gone", "educational"))],
        licenses: [{ ...license("NIL-1"), ...by("NIL-2") }]
      }).map(({ rule, subject }) => [rule, subject]),
      [
        ["reference/unknown-dimension", "commercial_scope"],
        ["reference/unknown-value", "use_type/editorial"],
        ["reference/unknown-license", "NIL-1"]
      ]
    )
  })

  it("suggest a value of another dimension together with its dimension", () => {
    const territoryValue = { code: "SE", label: "Sweden", description: "Sweden.", ...by("use_type/editorialx") }
    const [finding] = found({ dimensions: [useType, { ...territory, values: [...territory.values, territoryValue] }] })
    assert.strictEqual(finding?.rule, "reference/unknown-value")
    assert.strictEqual(finding?.help, 'Did you mean "use_type/editorial"?')
  })

  it("point to the entry of all_of", () => {
    const deprecated = { replaced_by: ["NIL-2", "NIL-3"], replacement_mode: "all_of" } as const
    const [finding] = found({ licenses: [{ ...license("NIL-1"), deprecated }, license("NIL-2")] })
    assert.deepStrictEqual(finding?.at?.path, ["deprecated", "replaced_by", "all_of", 1])
  })

  it("are none where the replacement exists in the same collection", () => {
    assert.deepStrictEqual(
      found({
        dimensions: [{ ...commercialScope, ...by("use_type") }, withValue(by("educational"))],
        licenses: [{ ...license("NIL-1"), ...by("NIL-2") }, license("NIL-2")]
      }),
      []
    )
  })

  it("are none where the replacement is a value of another dimension", () => {
    const dimensions = [commercialScope, withValue(by("commercial_scope/non_commercial"))]
    assert.deepStrictEqual(found({ dimensions, licenses: [] }), [])
  })

  it("are none for a value that is replaced by one named like its dimension", () => {
    const values = [
      { code: "A", label: "A", description: "The first.", ...by("tone") },
      { code: "tone", label: "Tone", description: "The second." }
    ]
    assert.deepStrictEqual(found({ dimensions: [{ ...useType, name: "tone", values }], licenses: [] }), [])
  })
})

const withValue = (deprecation: object) => ({
  ...useType,
  values: useType.values.map((value, index) => (index === 0 ? { ...value, ...deprecation } : value))
})

function found(changed: Partial<Taxonomy>) {
  return decide(emptyHistory, publish("1.0.0", taxonomyOf(changed)))
    .findings.filter(({ rule }) => !rule.startsWith("deprecation/"))
    .map(rendered)
}

const gone = "use_type/editorial"

/** Removes the value, which a license still names. */
const removeUsed: ReadonlyArray<Edit> = [remove(gone), edit("NEWS", { config: { use_type: ["editorial"] } })]

const proposed = (deprecated: Edit, ...edits: ReadonlyArray<Edit>) =>
  given(
    release("1.0.0", "2026-01-10", add("use_type/news"), add("use_type/comment")),
    release("1.1.0", "2026-02-10", deprecated)
  ).when("2.0.0", "2029-01-01", ...removeUsed, ...edits)

const rule = "reference/unknown-value"

describe("a name that the proposed release removes", () => {
  it("is to be replaced by all that replace it together", () => {
    const deprecated = { replaced_by: ["news", "comment"], replacement_mode: "all_of" } as const
    assert.strictEqual(helpFor(proposed(edit(gone, { deprecated })), rule), "Use news and comment instead.")
  })

  it("is to be replaced by one of those that replace it", () => {
    assert.strictEqual(helpFor(proposed(deprecate(gone, "news", "comment")), rule), "Use news or comment instead.")
  })

  it("is to be removed if the same release removes what replaces it, or nothing does", () => {
    const help = "Remove it here too."
    assert.strictEqual(helpFor(proposed(deprecate(gone, "news", "comment"), remove("use_type/news")), rule), help)
    assert.strictEqual(helpFor(proposed(deprecate(gone)), rule), help)
  })

  it("is one fact of the finding", () => {
    const finding = allFindings(proposed(deprecate(gone, "news"))).find((each) => each.rule === rule)
    assert.deepInclude(finding?.context, { removed: { replaced_by: ["news"] } })
  })
})

describe("names in fields", () => {
  it("must exist, wherever they are", () => {
    const decision = given().when(
      "1.0.0",
      "2026-01-10",
      edit(gone, { broader: ["nothing"], unbound_by: ["nowhere"] }),
      edit("use_type", { values_of: "nobody" }),
      deprecate("exclusive_categories/COFFEE"),
      edit("exclusive_categories/COFFEE", { deprecated: { replaced_by: [], reason: "Old.", consider: ["never"] } }),
      (taxonomy) => ({ ...taxonomy, groups: [{ label: "Use", dimensions: ["use_type", "use_typo"] }] })
    )
    assert.sameMembers(
      allFindings(decision).flatMap(({ context, rule: id }) =>
        id.startsWith("reference/") ? [`${id} ${JSON.stringify([context["name"], context["suggestion"]])}`] : []
      ),
      [
        'reference/unknown-dimension ["use_typo","use_type"]',
        'reference/unknown-dimension ["nobody",null]',
        'reference/unknown-dimension ["nowhere",null]',
        'reference/unknown-value ["nothing",null]',
        'reference/unknown-value ["never",null]'
      ]
    )
  })
})
