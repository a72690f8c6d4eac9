import { assert, describe, it, vi } from "@effect/vitest"
import { found, given, published, release } from "../../../support/domain/ReleaseScenario.ts"
import { deprecate, edit, grow, remove, retitle } from "../../../support/domain/TaxonomyEdits.ts"

const story = given(release("1.0.0", "2026-01-10T12:00:00Z"))

const foundAt = (date: string, now: string) => found(story.when("1.0.1", { date, now }, retitle("A correction")))

describe("date/before-base", () => {
  it("is found for a release that is older than its base", () => {
    assert.deepStrictEqual(foundAt("2026-01-10T11:59:59Z", "2026-01-10T12:00:00Z"), ["date/before-base"])
  })

  it("is not found for one of the same second, nor for a first release", () => {
    assert.deepStrictEqual(foundAt("2026-01-10T12:00:00Z", "2026-01-10T12:00:00Z"), [])
    assert.deepStrictEqual(found(given().when("1.0.0", "1999-01-01")), [])
  })

  it("looks at the base, not at a newer line", () => {
    const lines = given(
      release("1.0.0", "2026-01-10"),
      release("2.0.0", "2026-03-10", edit("use_type", { definition: "Its use." }))
    )
    assert.deepStrictEqual(found(lines.when("1.0.1", "2026-02-10", retitle("A correction"))), [])
    assert.deepStrictEqual(found(lines.when("2.0.1", "2026-02-10", retitle("A correction"))), ["date/before-base"])
  })
})

describe("date/in-future", () => {
  it("is found for more than the five minutes by which clocks may differ", () => {
    assert.deepStrictEqual(foundAt("2026-02-10T12:05:01Z", "2026-02-10T12:00:00Z"), ["date/in-future"])
  })

  it("is not found for less", () => {
    assert.deepStrictEqual(foundAt("2026-02-10T12:05:00Z", "2026-02-10T12:00:00Z"), [])
  })
})

describe("date/backdated", () => {
  it("warns of more than 24 hours, and lets the release pass", () => {
    const dates = { date: "2026-02-10T12:00:00Z", now: "2026-02-11T12:00:01Z" }
    const decision = story.when("1.0.1", dates, retitle("A correction"))
    assert.deepStrictEqual(found(decision), ["date/backdated"])
    assert.strictEqual(published(decision).published_at, dates.date)
  })

  it("is not found for exactly 24 hours", () => {
    assert.deepStrictEqual(foundAt("2026-02-10T12:00:00Z", "2026-02-11T12:00:00Z"), [])
  })
})

describe("a decision", () => {
  const grown = given(
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-10", deprecate("CLASS")),
    release("1.2.0", "2026-03-10", grow("a")),
    release("1.3.0", "2026-04-10", grow("b"))
  )

  it("goes by the release's date, whenever it is made", () => {
    for (const [date, rules] of [
      ["2026-08-10", []],
      ["2026-08-09", ["deprecation/removed-before-six-months CLASS"]]
    ] as const) {
      for (const now of [`${date}T11:55:00Z`, `${date}T12:00:00Z`, `${date}T23:00:00Z`]) {
        assert.deepStrictEqual(found(grown.when("2.0.0", { date, now }, remove("CLASS"))), rules)
      }
      const late = found(grown.when("2.0.0", { date, now: "2036-01-01" }, remove("CLASS")))
      assert.deepStrictEqual(late, ["date/backdated", ...rules])
    }
  })

  it("never asks the machine for the time", () => {
    // Nothing else runs while this does, for there is no await in it.
    const clock = vi.spyOn(Date, "now").mockImplementation(() => {
      throw new Error("The clock was asked.")
    })
    try {
      assert.deepStrictEqual(found(grown.when("2.0.0", "2026-08-10", remove("CLASS"))), [])
    } finally {
      clock.mockRestore()
    }
  })
})
