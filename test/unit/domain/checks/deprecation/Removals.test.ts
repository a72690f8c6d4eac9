import { assert, describe, it } from "@effect/vitest"
import { diff } from "../../../../../src/domain/change/Diff.ts"
import { findRenames } from "../../../../../src/domain/checks/deprecation/Removals.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import {
  found,
  foundInAll,
  given,
  helpFor,
  published,
  release,
  waiver,
  type Step
} from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import {
  add,
  deprecate,
  edit,
  grow,
  remove,
  retitle,
  shareCategories,
  undeprecate,
  type Edit,
  start
} from "../../../../support/domain/TaxonomyEdits.ts"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

/** Deprecated in 1.1.0, and two minor releases after that. */
const graceOver = (deprecated: Edit, date = "2026-02-10"): ReadonlyArray<Step> => [
  release("1.0.0", "2026-01-10"),
  release("1.1.0", date, deprecated),
  release("1.2.0", { date: "2029-01-01", now: "2029-01-01" }, grow("a")),
  release("1.3.0", "2029-01-01", grow("b"))
]

describe("a value that two dimensions share", () => {
  const gone = (taxonomy: Taxonomy) => remove("goods/COFFEE")(remove("exclusive_categories/COFFEE")(taxonomy))
  const story = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", shareCategories))

  it("has one finding when it goes, where it is kept, and one waiver for both", () => {
    const rule = "deprecation/removed-without-deprecation"
    assert.deepStrictEqual(found(story.when("2.0.0", "2026-03-10", gone)), [`${rule} goods/COFFEE`])
    const waived = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", shareCategories)).when(
      "2.0.0",
      { date: "2026-03-10", waivers: [waiver(rule, "goods/COFFEE", "2.0.0")] },
      gone
    )
    assert.deepStrictEqual(found(waived), [])
  })

  it("has a finding of its own where only one of them removes it", () => {
    assert.deepStrictEqual(found(story.when("2.0.0", "2026-03-10", remove("exclusive_categories/COFFEE"))), [
      "deprecation/removed-without-deprecation exclusive_categories/COFFEE"
    ])
  })
})

describe("an item of any kind", () => {
  const items = [
    { kind: "value", subject: fastFood },
    { kind: "dimension", subject: "attribution" },
    { kind: "license", subject: "CLASS" }
  ]

  it.for(items)("may go, deprecated, after two minor releases and six months: a $kind", ({ subject }) => {
    const decision = given(...graceOver(deprecate(subject))).when("2.0.0", "2029-01-01", remove(subject))
    assert.deepStrictEqual(found(decision), [])
    assert.strictEqual(published(decision).version, "2.0.0")
  })

  it.for(items)("may not go before: a $kind", ({ subject }) => {
    const decision = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(subject)),
      release("1.2.0", "2026-03-10", grow("a"))
    ).when("2.0.0", "2026-04-10", remove(subject))
    assert.deepStrictEqual(foundInAll(decision), [
      `deprecation/removed-before-minor-releases ${subject}`,
      `deprecation/removed-before-six-months ${subject}`
    ])
    assert.strictEqual(decision.outcome._tag, "Refused")
  })

  it("takes the values of a dimension with it, deprecated or not", () => {
    const decision = given(...graceOver(deprecate("exclusive_categories"))).when(
      "2.0.0",
      "2029-01-01",
      remove("exclusive_categories")
    )
    assert.deepStrictEqual(found(decision), [])
  })

  it("is not protected by the deprecation of its dimension, while that stays", () => {
    const decision = given(...graceOver(deprecate("exclusive_categories"))).when(
      "2.0.0",
      "2029-01-01",
      remove("exclusive_categories/COFFEE")
    )
    assert.include(found(decision), "deprecation/removed-without-deprecation exclusive_categories/COFFEE")
  })
})

describe("deprecation/removed-without-deprecation", () => {
  it("is found for what was never deprecated, and says when it could go if it were deprecated today", () => {
    const decision = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", grow("a"))).when(
      "2.0.0",
      "2026-08-31",
      remove("CLASS")
    )
    assert.deepStrictEqual(found(decision), ["deprecation/removed-without-deprecation CLASS"])
    assert.strictEqual(
      helpFor(decision, "deprecation/removed-without-deprecation"),
      "Restore it. If 1.2.0 deprecates it today, it can be removed in 2.0.0 at the earliest, after 1.3.0 and 1.4.0, and not before 2027-02-28."
    )
  })

  it("is found for what was deprecated once and is so no more", () => {
    const decision = given(...graceOver(deprecate("CLASS")), release("1.4.0", "2029-01-01", undeprecate("CLASS"))).when(
      "2.0.0",
      "2029-01-01",
      remove("CLASS")
    )
    assert.deepStrictEqual(found(decision), ["deprecation/removed-without-deprecation CLASS"])
  })

  it("is found for the old name of what was renamed", () => {
    const decision = given(release("1.0.0", "2026-01-10")).when("2.0.0", "2026-02-10", remove("CLASS"), add("COURSE"))
    assert.deepStrictEqual(found(decision), ["deprecation/removed-without-deprecation CLASS"])
  })

  it("is not found for what was deprecated when it came", () => {
    const deprecated = { deprecated: { replaced_by: [], reason: "Kept for old contracts." } }
    const decision = given(...graceOver(add("OLD", deprecated))).when("2.0.0", "2029-01-01", remove("OLD"))
    assert.deepStrictEqual(found(decision), [])
  })
})

describe("deprecation/removed-outside-major", () => {
  it("is found in a minor and in a patch release, with the bump that is too small", () => {
    const story = given(...graceOver(deprecate("CLASS")))
    for (const version of ["1.4.0", "1.3.1"]) {
      assert.deepStrictEqual(foundInAll(story.when(version, "2029-01-01", remove("CLASS"))), [
        "deprecation/removed-outside-major CLASS",
        "semver/bump-too-small"
      ])
    }
  })

  it("names the major release, and what has to come before it", () => {
    const decision = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate("CLASS")),
      release("1.2.0", "2026-03-10", grow("a"))
    ).when("1.3.0", "2026-04-10", remove("CLASS"))
    for (const rule of ["removed-outside-major", "removed-before-minor-releases", "removed-before-six-months"]) {
      assert.strictEqual(
        helpFor(decision, `deprecation/${rule}`),
        "Restore it. It can be removed in 2.0.0 at the earliest, after 1.3.0, and not before 2026-08-10."
      )
    }
  })

  it("names the line on which the item can be removed now", () => {
    const rule = "deprecation/removed-outside-major"
    const grace = graceOver(deprecate("CLASS"))
    assert.strictEqual(
      helpFor(given(...grace).when("1.4.0", "2029-01-01", remove("CLASS")), rule),
      "Declare 2.0.0, which can remove it, or restore it."
    )
    const twoLines = given(...grace, release("2.0.0", "2029-01-01", grow("c")))
    assert.strictEqual(
      helpFor(twoLines.when("1.4.0", "2029-01-02", remove("CLASS")), rule),
      "Restore it, or base the changes on 2.0.0 and declare 3.0.0, which can remove it."
    )
  })

  it("is not found in a major release", () => {
    assert.deepStrictEqual(
      found(given(...graceOver(deprecate("CLASS"))).when("2.0.0", "2029-01-01", remove("CLASS"))),
      []
    )
  })
})

describe("deprecation/removed-before-minor-releases", () => {
  const rule = "deprecation/removed-before-minor-releases"
  const early = [`${rule} CLASS`]
  const deprecated = [release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", deprecate("CLASS"))]

  it("is found after none and after one, and says how many came and which are missing", () => {
    const none = given(...deprecated).when("2.0.0", "2027-01-01", remove("CLASS"))
    assert.deepStrictEqual(found(none), early)
    assert.include(
      none.findings.map(rendered)[0]?.message,
      "in 2.0.0, after 0 of 2 required releases with a new MAJOR.MINOR"
    )
    assert.include(helpFor(none, rule), "2.0.0 at the earliest, after 1.2.0 and 1.3.0, and not before 2026-08-10")

    const one = given(...deprecated, release("1.2.0", "2026-03-10", grow("a"))).when(
      "2.0.0",
      "2027-01-01",
      remove("CLASS")
    )
    assert.deepStrictEqual(found(one), early)
    assert.include(
      one.findings.map(rendered)[0]?.message,
      "in 2.0.0, after 1 of 2 required releases with a new MAJOR.MINOR"
    )
    assert.include(helpFor(one, rule), "2.0.0 at the earliest, after 1.3.0, and not before 2026-08-10")
  })

  it("is not found after two", () => {
    const two = given(
      ...deprecated,
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-04-10", grow("b"))
    )
    assert.deepStrictEqual(found(two.when("2.0.0", "2027-01-01", remove("CLASS"))), [])
  })

  it("does not count patch releases, neither of the deprecating release nor of a later one", () => {
    const patched = given(
      ...deprecated,
      release("1.1.1", "2026-02-11", retitle("Two")),
      release("1.1.2", "2026-02-12", retitle("Three")),
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.2.1", "2026-03-11", retitle("Four"))
    )
    assert.deepStrictEqual(found(patched.when("2.0.0", "2027-01-01", remove("CLASS"))), early)
  })

  it("counts a major release that came between", () => {
    const major = given(
      ...deprecated,
      release("1.2.0", "2026-03-10", grow("a")),
      release("2.0.0", "2026-04-10", edit("attribution", { required: false, definition: "Who is named." }))
    )
    assert.deepStrictEqual(found(major.when("3.0.0", "2027-01-01", remove("CLASS"))), [])
  })

  it("begins anew when what was deprecated is taken back and deprecated again", () => {
    const again = given(
      ...deprecated,
      release("1.2.0", "2026-03-10", undeprecate("CLASS")),
      release("1.3.0", "2026-04-10", deprecate("CLASS")),
      release("1.4.0", "2026-05-10", grow("a"))
    )
    assert.deepStrictEqual(found(again.when("2.0.0", "2027-01-01", remove("CLASS"))), early)
  })

  it("goes on where only the replacement or the reason changes", () => {
    const other = given(
      ...deprecated,
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-04-10", grow("b"), deprecate("CLASS", "NEWS"))
    )
    assert.deepStrictEqual(found(other.when("2.0.0", "2026-08-10", remove("CLASS"))), [])
  })
})

describe("deprecation/removed-before-six-months", () => {
  const rule = "deprecation/removed-before-six-months"
  const boundaries = [
    { since: "2026-02-10", last: "2026-08-09", first: "2026-08-10" },
    { since: "2026-08-31", last: "2027-02-27", first: "2027-02-28" },
    { since: "2026-08-29", last: "2027-02-27", first: "2027-02-28" },
    { since: "2027-08-31", last: "2028-02-28", first: "2028-02-29" },
    { since: "2027-08-30", last: "2028-02-28", first: "2028-02-29" },
    { since: "2026-03-31", last: "2026-09-29", first: "2026-09-30" },
    { since: "2026-02-28", last: "2026-08-27", first: "2026-08-28" },
    { since: "2026-07-01", last: "2026-12-31", first: "2027-01-01" },
    { since: "2026-02-10T23:59:59Z", last: "2026-08-09T23:59:59Z", first: "2026-08-10T00:00:00Z" },
    { since: "2026-02-11T00:00:00Z", last: "2026-08-10T23:59:59Z", first: "2026-08-11T00:00:00Z" }
  ]
  const deprecatedOn = (since: string) =>
    given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", since, deprecate("CLASS")),
      release("1.2.0", since, grow("a")),
      release("1.3.0", since, grow("b"))
    )

  it.for(boundaries)("is found for what is deprecated since $since on $last, not on $first", (boundary) => {
    const story = deprecatedOn(boundary.since)
    const early = story.when("2.0.0", boundary.last, remove("CLASS"))
    assert.deepStrictEqual(found(early), [`${rule} CLASS`])
    assert.include(helpFor(early, rule), `2.0.0 at the earliest, and not before ${boundary.first.slice(0, 10)}.`)
    assert.deepStrictEqual(found(story.when("2.0.0", boundary.first, remove("CLASS"))), [])
  })

  it("begins anew when what was deprecated is taken back and deprecated again", () => {
    const again = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate("CLASS")),
      release("1.2.0", "2026-03-10", undeprecate("CLASS")),
      release("1.3.0", "2026-04-10", deprecate("CLASS")),
      release("1.4.0", "2026-05-10", grow("a")),
      release("1.5.0", "2026-05-10", grow("b"))
    )
    assert.deepStrictEqual(found(again.when("2.0.0", "2026-10-09", remove("CLASS"))), [`${rule} CLASS`])
    assert.deepStrictEqual(found(again.when("2.0.0", "2026-10-10", remove("CLASS"))), [])
  })
})

const coffee = valueRef("exclusive_categories", "COFFEE")

const removeCoffee = remove("exclusive_categories/COFFEE")

const addCafe = (extra: object) => add("exclusive_categories/ESPRESSO_BARS", extra)

const cafe = valueRef("exclusive_categories", "ESPRESSO_BARS")

/** The item that a removed one looks renamed to, after edits of the first snapshot. */
const renameOf = (removed: ItemRef, ...edits: ReadonlyArray<Edit>) => {
  const after = edits.reduce((taxonomy, change) => change(taxonomy), start)
  return findRenames(start, diff(start, after))(removed)
}

describe("what a removed item looks renamed to", () => {
  it("is nothing if no item is added to its list", () => {
    assert.isUndefined(renameOf(coffee, removeCoffee))
    assert.isUndefined(renameOf(coffee, removeCoffee, add("use_type/COFFE", { label: "The COFFEE" })))
    assert.isUndefined(renameOf(coffee, removeCoffee, add("COFFE", { name: "The COFFEE" })))
  })

  it("is the added value with its label or its description", () => {
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, addCafe({ label: "The COFFEE" })), cafe)
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, addCafe({ description: "What COFFEE means." })), cafe)
    assert.isUndefined(renameOf(coffee, removeCoffee, addCafe({})))
    assert.isUndefined(renameOf(coffee, removeCoffee, addCafe({ label: "What COFFEE means." })))
  })

  it("is the added value with a similar code, unless another has its text", () => {
    const similar = add("exclusive_categories/COFFE")
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, similar), valueRef("exclusive_categories", "COFFE"))
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, similar, addCafe({ label: "The COFFEE" })), cafe)
  })

  it("is the first of several added values with its text", () => {
    const texts = { label: "The COFFEE" }
    assert.deepStrictEqual(
      renameOf(coffee, removeCoffee, addCafe(texts), add("exclusive_categories/TEA_ROOMS", texts)),
      cafe
    )
  })

  it("is a license for a license, and a dimension for a dimension", () => {
    const license = { name: "The NEWS" }
    assert.deepStrictEqual(renameOf(licenseRef("NEWS"), remove("NEWS"), add("PRESS", license)), licenseRef("PRESS"))
    assert.deepStrictEqual(renameOf(licenseRef("NEWS"), remove("NEWS"), add("NEWSS")), licenseRef("NEWSS"))
    assert.isUndefined(renameOf(licenseRef("NEWS"), remove("NEWS"), add("press", { label: "The NEWS" })))
    const dimension = { label: "The use_type" }
    assert.deepStrictEqual(
      renameOf(dimensionRef("use_type"), remove("use_type"), add("purpose", dimension)),
      dimensionRef("purpose")
    )
    assert.deepStrictEqual(
      renameOf(dimensionRef("use_type"), remove("use_type"), add("use_typ")),
      dimensionRef("use_typ")
    )
  })

  it("is found for each of several values of one dimension", () => {
    const after = [
      removeCoffee,
      remove("exclusive_categories/QSR"),
      addCafe({ label: "The COFFEE" }),
      add("exclusive_categories/DINERS", { description: "What QSR means." }),
      edit("use_type", { label: "Use" })
    ].reduce((taxonomy, change) => change(taxonomy), start)
    const find = findRenames(start, diff(start, after))
    assert.deepStrictEqual(find(coffee), cafe)
    assert.deepStrictEqual(find(valueRef("exclusive_categories", "QSR")), valueRef("exclusive_categories", "DINERS"))
    assert.isUndefined(find(valueRef("unknown", "QSR")))
    assert.isUndefined(find(licenseRef("QSR")))
  })
})
