import { assert, describe, it } from "@effect/vitest"
import { assess, type Assessment, type Breakage } from "../../../../src/domain/contracts/Assess.ts"
import type { ContractRelease } from "../../../../src/domain/contracts/ContractRelease.ts"
import { releaseOfHistory } from "../../../../src/domain/contracts/ReleaseOfHistory.ts"
import type { ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { formatItem, toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { contractConfigs, contractReleases } from "../../../support/arbitrary/contracts.ts"
import { nearlyConfigs } from "../../../support/arbitrary/nearlyConfigs.ts"
import { whole } from "../../../support/arbitrary/pick.ts"
import { contractRelease, replacementOf } from "../../../support/domain/Contracts.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

const rule = { id: "never", description: "Never A.", forbid: { use: { contains: "A" } } }

describe("assess", () => {
  const older = contractRelease("1.0.0", { use: "multiple A B", where: "territory NO" }, { added: { use: "1.0.0" } })

  it("finds nothing about a config that stays as valid as it was", () => {
    const newer = contractRelease("1.1.0", { use: "multiple A B C", where: "territory NO SE" })
    const config = { use: ["A"], where: { global: false, countries: ["NO"] } }
    const nothing: Assessment = { verdict: "valid", problems: [], broken: [], deprecated: [], migration: undefined }
    assert.deepStrictEqual(assess(config, older, newer), nothing)
    assert.deepStrictEqual(assess({}, older, newer), nothing)
  })

  it("finds nothing about a territory, of whose countries a newer release can name parts", () => {
    const dimensions = { use: "multiple A B", where: "territory NO US", states: "multiple US-CA US-NY" }
    const newer = contractRelease("1.1.0", dimensions, { refines: { states: "where" }, added: { states: "1.1.0" } })
    const nothing: Assessment = { verdict: "valid", problems: [], broken: [], deprecated: [], migration: undefined }
    for (const where of [
      { global: false, countries: ["NO"] },
      { global: true, countries: [] },
      { global: true, countries: ["NO"] }
    ]) {
      assert.deepStrictEqual(assess({ use: ["A"], where }, older, newer), nothing)
    }
    const part = { where: { global: false, countries: ["US"] }, states: ["US-NY"] }
    assert.deepStrictEqual(assess(part, newer, newer), nothing)
    const apart = { ...part, where: { global: false, countries: ["NO"] } }
    assert.deepStrictEqual(
      assess(apart, newer, newer).problems.map(({ _tag, path }) => [_tag, path]),
      [["UnlistedCountry", ["states", 0]]]
    )
  })

  it("tells a part of a country whose dimension refines the territory only now", () => {
    const dimensions = { where: "territory NO US", states: "multiple US-CA US-NY" }
    const before = contractRelease("1.0.0", dimensions)
    const after = contractRelease("2.0.0", dimensions, { refines: { states: "where" } })
    const apart = { where: { global: false, countries: ["NO"] }, states: ["US-NY"] }
    assert.deepStrictEqual(brokenBy(apart, before, after), ["UnlistedCountry states/US-NY at states.0"])
    assert.isUndefined(assess(apart, before, after).migration?.config)
    assert.strictEqual(assess(apart, after, after).verdict, "invalid")
    const listed = { where: { global: false, countries: ["US"] }, states: ["US-NY"] }
    assert.strictEqual(assess(listed, before, after).verdict, "valid")
  })

  it("tells deprecated items, since when, what replaces them, and when they can go", () => {
    const deprecated = { "use/B": "use/A", "where/NO": "" }
    const newer = contractRelease("1.1.0", { use: "multiple A B", where: "territory NO" }, { deprecated })
    const config = { use: ["A", "B"], where: { global: false, countries: ["NO"] } }
    const { verdict, deprecated: references, migration } = assess(config, older, newer)
    assert.strictEqual(verdict, "deprecated")
    assert.isUndefined(migration)
    assert.deepStrictEqual(
      references.map(({ is_new, item, path, replacement }) => [formatItem(item), path, is_new, replacement]),
      [
        ["use/B", ["use", 1], true, replacementOf("use/A")],
        ["where/NO", ["where", "countries", 0], true, replacementOf("")]
      ]
    )
    assert.deepStrictEqual(references[0]?.since, { version: "1.1.0", date: "2026-02-01T00:00:00Z" })
    assert.deepStrictEqual(references[0]?.earliest_removal, {
      version: "2.0.0",
      date: "2026-08-01",
      after: ["1.2.0"],
      deprecated_in: undefined
    })
    assert.deepStrictEqual(
      assess(config, newer, newer).deprecated.map(({ is_new }) => is_new),
      [false, false]
    )
  })

  it("tells a removed item, its place, the release that removed it, and what replaces it", () => {
    const newer = contractRelease(
      "2.0.0",
      { use: "multiple B", where: "territory NO" },
      { removed: { "use/A": "use/B" } }
    )
    assert.deepStrictEqual(brokenBy({ use: ["B", "A"] }, older, newer), [
      "ItemRemoved use/A at use.1 since 2.0.0, use use/B"
    ])
  })

  it("tells a removed dimension without its values", () => {
    const removed = { use: "purpose", "use/A": "purpose/X" }
    const newer = contractRelease("2.0.0", { purpose: "multiple X B", where: "territory NO" }, { removed })
    assert.deepStrictEqual(brokenBy({ use: ["A", "B"] }, older, newer), [
      "ItemRemoved use at use since 2.0.0, use purpose"
    ])
  })

  it("tells an item that an older release does not have yet", () => {
    const added = { "use/C": "1.1.0", more: "1.2.0" }
    const newer = contractRelease("1.2.0", { use: "multiple A B C", more: "single X" }, { added })
    assert.deepStrictEqual(brokenBy({ use: ["C"], more: "X" }, newer, older), [
      "ItemUnknown use/C at use.0 since 1.1.0",
      "ItemUnknown more at more since 1.2.0"
    ])
  })

  it("replaces what an older release does not have by what replaced it since", () => {
    const newer = contractRelease("1.2.0", { use: "multiple A C" }, { deprecated: { "use/C": "use/A" } })
    const { migration } = assess({ use: ["C"] }, newer, older)
    assert.deepStrictEqual(migration?.config, { use: ["A"] })
  })

  it("leaves nothing open about a shape that the replacement of the only code brings along", () => {
    const from = contractRelease("1.0.0", { use: "single A" })
    const to = contractRelease("2.0.0", { use: "flags B" }, { removed: { "use/A": "use/B" } })
    const { migration } = assess({ use: "A" }, from, to)
    assert.deepStrictEqual(migration?.config, { use: { B: true } })
    assert.deepStrictEqual(migration?.open, [])
  })

  it("replaces as format 1 tells it, whose releases do not list what was removed", () => {
    const from = contractRelease("1.1.0", { use: "multiple A B" }, { deprecated: { "use/A": "use/B" } })
    const to = contractRelease("2.0.0", { use: "multiple B" })
    assert.deepStrictEqual(brokenBy({ use: ["A"] }, from, to), ["ItemUnknown use/A at use.0, use use/B"])
    assert.deepStrictEqual(assess({ use: ["A"] }, from, to).migration?.config, { use: ["B"] })
  })

  it("tells another shape, a requirement and a rule", () => {
    const newer = contractRelease(
      "2.0.0",
      { use: "multiple A B", where: "flags NO", more: "single X" },
      { required: ["more"], rules: [rule], added: { more: "1.5.0", "rules/never": "2.0.0" } }
    )
    const config = { use: ["A"], where: { global: false, countries: ["NO"] } }
    assert.deepStrictEqual(brokenBy(config, older, newer), [
      "ShapeChanged where at where",
      "DimensionRequired more at  since 1.5.0",
      "RuleBroken rules/never at use since 2.0.0"
    ])
    const forbidding = contractRelease(
      "2.0.0",
      { use: "multiple A B" },
      { rules: [rule], added: { "rules/never": "2.0.0" } }
    )
    assert.deepStrictEqual(brokenBy({ use: ["A"] }, older, forbidding), ["RuleBroken rules/never at use since 2.0.0"])
    // What its own release refuses is invalid, whatever a new rule says.
    const { broken, verdict } = assess({ use: ["A"], other: 1 }, older, forbidding)
    assert.deepStrictEqual([verdict, broken], ["invalid", []])
  })

  it("tells a rule whose conditions changed, and a dimension that became required, without a release", () => {
    const from = contractRelease(
      "1.0.0",
      { use: "multiple A B", more: "single X" },
      { rules: [{ ...rule, forbid: { use: { contains: "B" } } }] }
    )
    const to = contractRelease(
      "2.0.0",
      { use: "multiple A B", more: "single X" },
      { required: ["more"], rules: [rule], added: { "rules/never": "1.0.0", more: "1.0.0" } }
    )
    assert.deepStrictEqual(brokenBy({ use: ["A"] }, from, to), [
      "DimensionRequired more at ",
      "RuleBroken rules/never at use"
    ])
  })

  it("tells what was wrong before apart from what broke", () => {
    const to = contractRelease("2.0.0", { use: "multiple B" }, { removed: { "use/A": "use/B" }, rules: [rule] })
    const { broken, migration, problems, verdict } = assess({ use: ["A", "NEVER"], nothing: 1 }, older, to)
    assert.strictEqual(verdict, "broken")
    assert.deepStrictEqual(
      problems.map(({ path }) => path),
      [["use", 1], ["nothing"]]
    )
    assert.deepStrictEqual(
      broken.map(({ path }) => path),
      [["use", 0]]
    )
    assert.isUndefined(migration?.config)
  })

  it("calls a config invalid if the release refuses only what was wrong before", () => {
    for (const config of [
      null,
      [],
      "use",
      { use: ["A", "A"] },
      { use: { A: true } },
      { constructor: ["A"] },
      { use: null }
    ]) {
      const { broken, migration, problems, verdict } = assess(config, older, older)
      assert.strictEqual(verdict, "invalid")
      assert.isNotEmpty(problems)
      assert.isEmpty(broken)
      assert.isUndefined(migration?.config)
    }
  })

  it("leaves out a flag that is false only if a release has or had it", () => {
    const from = contractRelease("2.0.0", { flags: "flags B" }, { removed: { "flags/A": "" } })
    assert.deepStrictEqual(assess({ flags: { A: false } }, from, from).migration?.config, { flags: {} })
    const misspelt = assess({ flags: { b: false } }, from, from)
    assert.strictEqual(misspelt.verdict, "invalid")
    assert.deepStrictEqual(
      misspelt.migration?.open.map(({ obstacle, path }) => [path, obstacle]),
      [[["flags", "b"], "no-replacement"]]
    )
  })

  it("accepts a config that only the other release accepts", () => {
    const newer = contractRelease("1.1.0", { use: "multiple A B C" })
    const { problems, verdict } = assess({ use: ["C"] }, older, newer)
    assert.strictEqual(verdict, "valid")
    assert.isNotEmpty(problems)
  })

  it("migrates a config that names what was removed before its release", () => {
    const from = contractRelease("2.0.0", { use: "multiple B" }, { removed: { "use/A": "use/B" } })
    const { migration, verdict } = assess({ use: ["A"] }, from, from)
    assert.strictEqual(verdict, "invalid")
    assert.deepStrictEqual(migration?.config, { use: ["B"] })
  })
})

describe("assess, for any releases and configs,", () => {
  it.prop(
    "agrees with the problems of the release, and migrates to what it accepts",
    [contractReleases, contractReleases, contractConfigs, nearlyConfigs],
    ([from, to, config, nearly]) => {
      const vocabulary = vocabularyOf(to.dimensions, to.rules)
      for (const each of [config, nearly]) {
        const { broken, deprecated, migration, problems, verdict } = assess(each, from, to)
        const remaining = configProblems(vocabulary, each)
        assert.strictEqual(remaining.length === 0, verdict === "valid" || verdict === "deprecated")
        assert.strictEqual(migration === undefined, remaining.length === 0)
        assert.strictEqual(verdict === "broken", broken.length > 0)
        if (verdict === "valid") assert.isEmpty(deprecated)
        if (verdict === "invalid") assert.isNotEmpty(problems)
        if (migration === undefined) continue
        assert.strictEqual(migration.config === undefined, migration.problems.length > 0)
        if (migration.config !== undefined) {
          assert.isEmpty(configProblems(vocabulary, migration.config))
          assert.isEmpty(migration.open)
          assert.isNotEmpty(migration.steps)
        }
      }
    },
    { arbitrary: { runs: 1000 } }
  )

  it.prop(
    "tells the problems that a validation by either release tells, whatever the releases have in common",
    [contractReleases, contractReleases, contractConfigs, nearlyConfigs],
    ([first, second, config, nearly]) => {
      for (const [from, to] of pairsOf(first, second)) {
        const [before, after] = [from, to].map(({ dimensions, rules }) => vocabularyOf(dimensions, rules))
        assert(before !== undefined && after !== undefined)
        for (const each of [config, nearly]) {
          const { problems, verdict } = assess(each, from, to)
          assert.deepStrictEqual(problems, configProblems(before, each))
          assert.strictEqual(verdict === "valid" || verdict === "deprecated", configProblems(after, each).length === 0)
        }
      }
    },
    { arbitrary: { runs: 1000 } }
  )

  it.prop(
    "finds a valid config unbroken by its own release",
    [contractReleases, contractConfigs],
    ([release, config]) => {
      const { broken, deprecated, migration, problems, verdict } = assess(config, release, release)
      assert.isEmpty(broken)
      assert.isTrue(deprecated.every(({ is_new }) => !is_new))
      if (problems.length > 0) return
      assert.strictEqual(verdict, deprecated.length > 0 ? "deprecated" : "valid")
      assert.isUndefined(migration)
    }
  )
})

describe("assess, in a history that the rules accept,", () => {
  it.prop(
    "finds no config of a base license broken by the removal of an item within a major",
    [histories],
    ([{ history }]) => {
      const releases = contractsOf(history)
      for (const [version, { base, taxonomy }] of history.releases) {
        const [from, to] = [base === null ? undefined : releases.get(base), releases.get(version)]
        if (base === null || from === undefined || to === undefined || majorOf(base) !== majorOf(version)) continue
        const before = history.releases.get(base)?.taxonomy ?? taxonomy
        for (const config of [...before.licenses.map((license) => license.config), ...wholeConfigs(from)]) {
          const { broken, problems } = assess(config, from, to)
          if (problems.length === 0) assert.isEmpty(broken)
        }
      }
    },
    { arbitrary: { runs: 60 } }
  )
})

describe("assess, between any two releases of any history,", () => {
  it.prop(
    "tells of every removed item the release that removed it",
    [branchedHistories, whole(0, 99), whole(0, 99)],
    ([history, first, second]) => {
      const releases = [...contractsOf(history).values()]
      const [from, to] = [releases[first % releases.length], releases[second % releases.length]]
      if (from === undefined || to === undefined) return
      const newer = [...history.releases.values()].find(({ version }) => version === to.version)
      for (const config of wholeConfigs(from)) {
        const { broken, migration } = assess(config, from, to)
        if (migration?.config !== undefined) {
          assert.isEmpty(configProblems(vocabularyOf(to.dimensions, to.rules), migration.config))
        }
        for (const each of broken) {
          if (each._tag !== "ItemRemoved") continue
          assert.strictEqual(each.since, newer?.removed.get(toItemId(each.item))?.version)
        }
      }
    },
    { arbitrary: { runs: 100 } }
  )
})

const contractsOf = (history: ReleaseHistory): ReadonlyMap<string, ContractRelease> =>
  new Map([...history.releases].map(([version, release]) => [version, releaseOfHistory(history, release)]))

/** Releases that differ in everything, in a dimension, in the rules, in the requirements, or in nothing. */
const pairsOf = (first: ContractRelease, second: ContractRelease) => {
  const [dimension] = second.dimensions
  const others = first.dimensions.filter(({ name }) => name !== dimension?.name)
  const variants = [
    second,
    { ...first, dimensions: dimension === undefined ? others : [...others, dimension] },
    { ...first, rules: second.rules },
    { ...first, dimensions: first.dimensions.map((each) => ({ ...each, required: false })) },
    { ...first }
  ]
  return variants.flatMap(
    (variant) =>
      [
        [first, variant],
        [variant, first]
      ] as const
  )
}

/** A config per value of every dimension, and one that sets all dimensions to all of their values. */
const wholeConfigs = ({ dimensions }: ContractRelease) => {
  const settingOf = (shape: string, codes: ReadonlyArray<string>) => {
    switch (shape) {
      case "single":
        return codes[0]
      case "territory":
        return { global: false, countries: codes }
      case "flags":
        return Object.fromEntries(codes.map((code) => [code, true]))
      default:
        return codes
    }
  }
  const all = dimensions.map(({ name, shape, values }) => {
    const codes = values.map(({ code }) => code)
    return [name, shape, codes] as const
  })
  return [
    Object.fromEntries(all.map(([name, shape, codes]) => [name, settingOf(shape, codes)])),
    ...all.flatMap(([name, shape, codes]) => codes.map((code) => ({ [name]: settingOf(shape, [code]) })))
  ]
}

const brokenBy = (config: unknown, from: ContractRelease, to: ContractRelease): ReadonlyArray<string> => {
  const { broken, problems } = assess(config, from, to)
  assert.isEmpty(problems)
  return broken.map(formatBreakage)
}

const formatBreakage = (breakage: Breakage): string => {
  const { _tag, item, path } = breakage
  const since = "since" in breakage && breakage.since !== undefined ? ` since ${breakage.since}` : ""
  const items = "replacement" in breakage ? (breakage.replacement?.items ?? []) : []
  const use = items.length === 0 ? "" : `, use ${items.map(formatItem).join(" ")}`
  return `${_tag} ${formatItem(item)} at ${path.join(".")}${since}${use}`
}
