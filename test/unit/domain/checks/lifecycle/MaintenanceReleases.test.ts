import { assert, describe, it } from "@effect/vitest"
import { toItemId, valueRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { found, foundInAll, given, helpFor, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, grow, remove, retitle } from "../../../../support/domain/TaxonomyEdits.ts"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

/** Deprecated in 1.1.0, gone in 2.0.0. */
const steps = [
  release("1.0.0", "2026-01-10"),
  release("1.1.0", "2026-02-10", deprecate(fastFood, "QSR"), edit("MENU", { deprecated: { replaced_by: ["NEWS"] } })),
  release("1.2.0", "2026-03-10", grow("a")),
  release("1.3.0", "2026-04-10", grow("b")),
  release("2.0.0", "2026-09-10", remove("MENU"), remove(fastFood))
]

describe("a release on an older major", () => {
  it("follows its own line: 1.3.1 and 1.4.0 after 2.0.0, and 2.1.0 after both", () => {
    const story = given(
      ...steps,
      release("1.3.1", "2026-10-10", retitle("A correction")),
      release("2.1.0", "2026-10-11", grow("satire")),
      release("1.4.0", "2026-10-12", grow("satire")),
      release("2.1.1", "2026-10-13", retitle("Another correction"))
    )
    assert.deepStrictEqual(
      [...story.history.releases.values()].map(({ base, version }) => `${base ?? "nothing"} -> ${version}`),
      [
        "nothing -> 1.0.0",
        "1.0.0 -> 1.1.0",
        "1.1.0 -> 1.2.0",
        "1.2.0 -> 1.3.0",
        "1.3.0 -> 2.0.0",
        "1.3.0 -> 1.3.1",
        "2.0.0 -> 2.1.0",
        "1.3.1 -> 1.4.0",
        "2.1.0 -> 2.1.1"
      ]
    )
  })

  it("keeps what the newer major removed, with the clock that it has had", () => {
    const decision = given(...steps).when("1.3.1", "2026-10-10", retitle("A correction"))
    assert.deepStrictEqual(found(decision), [])
    const { clocks, taxonomy } = published(decision)
    assert.deepStrictEqual(clocks.get(toItemId(valueRef("exclusive_categories", "QSR_FAST_FOOD"))), {
      version: Version.make("1.1.0"),
      date: "2026-02-10T12:00:00Z"
    })
    assert.include(
      taxonomy.dimensions.flatMap(({ values }) => values.map(({ code }) => code)),
      "QSR_FAST_FOOD"
    )
  })

  it("may not bring back what any line removed, ever, in any case", () => {
    const story = given(...steps, release("2.1.0", "2026-10-10", grow("c")))
    assert.deepStrictEqual(found(story.when("2.2.0", "2026-11-10", add(fastFood))), [`code/reused ${fastFood}`])
    const lowerCase = "exclusive_categories/qsr_fast_food"
    assert.deepStrictEqual(foundInAll(story.when("1.4.0", "2026-11-10", remove(fastFood), add(lowerCase))), [
      `deprecation/removed-outside-major ${fastFood}`,
      "semver/bump-too-small",
      `code/reused ${lowerCase}`,
      `lifecycle/older-line-adds ${lowerCase}`
    ])
  })

  it("adds only what the newest major holds, so that whoever upgrades loses nothing", () => {
    const story = given(...steps, release("2.1.0", "2026-10-10", add("COURSE")))
    assert.deepStrictEqual(found(story.when("1.4.0", "2026-11-10", add("COURSE"))), [])
    assert.deepStrictEqual(found(story.when("1.4.0", "2026-11-10", add("LECTURE"))), [
      "lifecycle/older-line-adds LECTURE"
    ])
  })

  it("cannot take a version of another line", () => {
    const story = given(...steps)
    assert.deepStrictEqual(found(story.when("1.5.0", "2026-10-10", retitle("A correction"))), [
      "semver/not-a-successor"
    ])
    assert.include(found(story.when("2.0.0", "2026-10-10", retitle("A correction"))), "semver/version-taken")
  })
})

describe("clocks", () => {
  it("of an older line say nothing of a newer one: what only 1.4.0 deprecated is not deprecated in 2.x", () => {
    const story = given(
      ...steps,
      release("1.4.0", "2026-10-10", deprecate("CLASS")),
      release("2.1.0", "2026-11-10", grow("c")),
      release("2.2.0", "2026-12-10", grow("d"))
    )
    assert.deepStrictEqual(found(story.when("3.0.0", "2028-01-10", remove("CLASS"))), [
      "deprecation/removed-without-deprecation CLASS"
    ])
  })

  it("count the releases of their own line alone", () => {
    const story = given(
      ...steps,
      release("2.1.0", "2026-10-10", deprecate("CLASS"), grow("c"), grow("d")),
      release("1.4.0", "2026-11-10", grow("c")),
      release("1.5.0", "2026-12-10", grow("d")),
      release("2.2.0", "2027-01-10", grow("e"))
    )
    const decision = story.when("3.0.0", "2028-01-10", remove("CLASS"))
    assert.deepStrictEqual(found(decision), ["deprecation/removed-before-minor-releases CLASS"])
    assert.include(
      helpFor(decision, "deprecation/removed-before-minor-releases"),
      "3.0.0 at the earliest, after 2.3.0,"
    )
  })

  it("are inherited by the next major through its base", () => {
    const story = given(
      ...steps,
      release("2.1.0", "2026-10-10", deprecate("CLASS")),
      release("3.0.0", "2026-11-10", edit("use_type", { definition: "Its use." })),
      release("2.2.0", "2026-12-10", deprecate("attribution")),
      release("3.1.0", "2027-01-10", grow("e"))
    )
    assert.deepStrictEqual(found(story.when("4.0.0", "2027-04-09", remove("CLASS"))), [
      // 2.2.0 has deprecated something that 3.x has not.
      "lifecycle/missing-hotfix",
      "deprecation/removed-before-six-months CLASS"
    ])
    assert.deepStrictEqual(found(story.when("4.0.0", "2027-04-10", remove("CLASS"))), ["lifecycle/missing-hotfix"])
  })
})
