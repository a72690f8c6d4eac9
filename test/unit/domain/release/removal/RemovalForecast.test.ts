import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { isError } from "../../../../../src/domain/Finding.ts"
import { decide, type Decision } from "../../../../../src/domain/release/PublishRelease.ts"
import { evolve, type ReleaseHistory } from "../../../../../src/domain/release/ReleaseHistory.ts"
import { majorsOf, newestOf, newestOfMajor } from "../../../../../src/domain/release/ReleaseLines.ts"
import { dayOf } from "../../../../../src/domain/release/removal/DeprecationClock.ts"
import {
  forecastRemovals,
  formatForecast,
  formatRemoval,
  type RemovalForecast
} from "../../../../../src/domain/release/removal/RemovalForecast.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { histories, itemsOf } from "../../../../support/domain/RandomHistories.ts"
import { ended, given, publishedEvent, release, timeOf, waiver } from "../../../../support/domain/ReleaseScenario.ts"
import {
  add,
  deprecate,
  edit,
  grow,
  isDimension,
  remove,
  retitle,
  type Edit
} from "../../../../support/domain/TaxonomyEdits.ts"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

describe("forecastRemovals", () => {
  const forecastOf = (story: { readonly history: ReleaseHistory }, subject: string, today: string): RemovalForecast => {
    const newest = newestOf(story.history)
    assert.isDefined(newest)
    return forecastRemovals(story.history, newest, timeOf(today))(refOf(subject))
  }
  const versions = (...texts: ReadonlyArray<string>) => texts.map((text) => Version.make(text))
  const v = (text: string) => Version.make(text)

  it("names the releases that are still missing, and the day", () => {
    const story = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(fastFood)),
      release("1.1.1", "2026-02-11", retitle("Two")),
      release("1.2.0", "2026-03-10", grow("a"))
    )
    assert.deepStrictEqual(forecastOf(story, fastFood, "2026-04-01"), {
      may_go: "later",
      version: v("2.0.0"),
      after: versions("1.3.0"),
      date: "2026-08-10",
      deprecated_in: null
    })
  })

  it("says now once both clocks have run, on the day itself", () => {
    const story = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(fastFood)),
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-03-10", grow("b"))
    )
    assert.strictEqual(forecastOf(story, fastFood, "2026-08-09").may_go, "later")
    assert.strictEqual(forecastOf(story, fastFood, "2026-08-10").may_go, "now")
  })

  it("assumes that the next minor release deprecates an item that is not deprecated", () => {
    assert.deepStrictEqual(forecastOf(given(release("1.0.0", "2026-01-10")), "CLASS", "2026-08-31"), {
      may_go: "later",
      version: v("2.0.0"),
      after: versions("1.2.0", "1.3.0"),
      date: "2027-02-28",
      deprecated_in: v("1.1.0")
    })
  })

  const twoLines = [
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-10", deprecate(fastFood)),
    release("2.0.0", "2026-03-10", edit("attribution", { definition: "Who is named." })),
    release("1.2.0", "2026-04-10", retitle("Two"), edit("use_type", { label: "Uses" })),
    release("1.3.0", "2026-05-10", retitle("Three"))
  ]

  it("counts the releases of the newest line only", () => {
    assert.deepStrictEqual(forecastOf(given(...twoLines), fastFood, "2026-12-01"), {
      may_go: "later",
      version: v("3.0.0"),
      after: versions("2.1.0"),
      date: "2026-08-10",
      deprecated_in: null
    })
  })

  it("does not depend on majors that have ended", () => {
    const story = given(...twoLines, ended(1, "2026-06-01"))
    assert.deepStrictEqual(forecastOf(story, fastFood, "2026-12-01").after, versions("2.1.0"))
  })

  it("requires a deprecation on the newest line for what only an older line deprecates", () => {
    const story = given(...twoLines, release("1.4.0", "2026-06-10", deprecate("CLASS")))
    assert.deepStrictEqual(forecastOf(story, "CLASS", "2026-12-01"), {
      may_go: "later",
      version: v("3.0.0"),
      after: versions("2.2.0", "2.3.0"),
      date: "2027-06-01",
      deprecated_in: v("2.1.0")
    })
  })

  const removedAndBack = (...edits: ReadonlyArray<Edit>) =>
    given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(fastFood)),
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-04-10", grow("b")),
      release("2.0.0", "2026-09-10", remove(fastFood)),
      release(
        "2.1.0",
        { date: "2026-10-10", waivers: [waiver("code/reused", fastFood, "2.1.0")] },
        add(fastFood),
        ...edits
      )
    )

  it("names the release that removed an item", () => {
    const story = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(fastFood)),
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-04-10", grow("b")),
      release("2.0.0", "2026-09-10", remove(fastFood)),
      release("2.1.0", "2026-10-10", grow("c"))
    )
    assert.deepStrictEqual(forecastOf(story, fastFood, "2027-01-01"), {
      may_go: "removed",
      version: v("2.0.0"),
      after: [],
      date: "2026-09-10",
      deprecated_in: null
    })
  })

  it("starts anew for an item that came back", () => {
    assert.strictEqual(forecastOf(removedAndBack(), fastFood, "2026-10-11").deprecated_in, "2.2.0")
    assert.deepStrictEqual(forecastOf(removedAndBack(deprecate(fastFood)), fastFood, "2026-10-11"), {
      may_go: "later",
      version: v("3.0.0"),
      after: versions("2.2.0", "2.3.0"),
      date: "2027-04-10",
      deprecated_in: null
    })
  })

  it("is part of a published release, as of its publication", () => {
    const story = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(fastFood)),
      release("1.2.0", "2026-03-10", grow("a"))
    )
    assert.deepStrictEqual(
      [...story.history.releases.values()].map(({ forecasts }) => [...forecasts.values()].map(({ after }) => after)),
      [[], [versions("1.2.0", "1.3.0")], [versions("1.3.0")]]
    )
  })
})

describe("the forecast of any item, done to the letter", () => {
  let tried = 0

  it.prop("is accepted, and with a release less or a day earlier refused", [histories], ([{ history }]) => {
    const newest = newestOf(history)
    if (newest === undefined) return
    const today = newest.published_at
    const forecast = forecastRemovals(history, newest, today)
    // What older lines hold has the same answer.
    const held = majorsOf(history).flatMap((major) => {
      const release = newestOfMajor(history, major)
      return release === undefined ? [] : itemsOf(release.taxonomy)
    })
    for (const subject of new Set(held.map((item) => item.subject))) {
      const { after, date, deprecated_in, may_go, version } = forecast(refOf(subject))
      const isHeld = itemsOf(newest.taxonomy).some((other) => other.subject === subject)
      assert.strictEqual(isHeld, may_go !== "removed", subject)
      if (!isHeld) continue
      const prepared =
        deprecated_in === null ? history : publish(history, deprecated_in, today, deprecate(subject), addDimension(0))
      const ready = publishAll(prepared, after, today)
      const shortened = publishAll(prepared, after.slice(0, -1), today)
      // Another rule refuses the preparation, such as that a replacement must not be deprecated.
      if (ready === undefined || shortened === undefined) continue
      const lastDay = dayOf(today)
      assert.deepStrictEqual(
        refusals(propose(ready, version, date > lastDay ? `${date}T00:00:00Z` : today, remove(subject))),
        [],
        `${subject} in ${version} on ${date}`
      )
      assert.isNotEmpty(
        refusals(propose(ready, version, `${dayBefore(date)}T23:59:59Z`, remove(subject))),
        `${subject} in ${version} before ${date}`
      )
      if (after.length > 0)
        assert.isNotEmpty(refusals(propose(shortened, version, "2040-01-01T00:00:00Z", remove(subject))), subject)
      assert.strictEqual(may_go === "now", after.length === 0 && lastDay >= date && deprecated_in === null)
      tried++
    }
  })

  it("was tried on many items", () => {
    assert.isAbove(tried, 500)
  })
})

describe("formatForecast", () => {
  const forecast: RemovalForecast = {
    may_go: "later",
    version: Version.make("3.0.0"),
    after: [],
    date: "2027-07-10",
    deprecated_in: null
  }
  const after = [Version.make("2.1.0"), Version.make("2.2.0")]

  it.each([
    [forecast, "It can be removed in 3.0.0 at the earliest, and not before 2027-07-10."],
    [
      { ...forecast, after },
      "It can be removed in 3.0.0 at the earliest, after 2.1.0 and 2.2.0, and not before 2027-07-10."
    ],
    [
      { ...forecast, after, deprecated_in: Version.make("2.0.0") },
      "If 2.0.0 deprecates it today, it can be removed in 3.0.0 at the earliest, after 2.1.0 and 2.2.0, and not before 2027-07-10."
    ],
    [{ ...forecast, may_go: "now" as const }, "It can be removed now, in 3.0.0."],
    [{ ...forecast, may_go: "removed" as const }, "It was removed in 3.0.0 on 2027-07-10."]
  ])("is one sentence", (facts, sentence) => {
    assert.strictEqual(formatForecast(facts), sentence)
  })

  it("takes other names of versions", () => {
    assert.strictEqual(
      formatRemoval({ ...forecast, after }, (version) => `v${version}`),
      "in v3.0.0 at the earliest, after v2.1.0 and v2.2.0, and not before 2027-07-10"
    )
  })
})

const refOf = (subject: string): ItemRef => {
  const [dimension = "", code] = subject.split("/")
  if (code !== undefined) return valueRef(dimension, code)
  return isDimension(subject) ? dimensionRef(subject) : licenseRef(subject)
}

/** A change that requires a minor release, whatever the taxonomy contains. */
const addDimension = (number: number): Edit => add(`further_${number}`)

const publishAll = (
  history: ReleaseHistory | undefined,
  versions: ReadonlyArray<Version>,
  date: string
): ReleaseHistory | undefined =>
  versions.reduce(
    (before, version, index) => before && publish(before, version, date, addDimension(index + 1)),
    history
  )

const publish = (
  history: ReleaseHistory,
  version: Version,
  date: string,
  ...edits: ReadonlyArray<Edit>
): ReleaseHistory | undefined => {
  const { outcome } = propose(history, version, date, ...edits)
  return outcome._tag === "Publish" ? evolve(history, publishedEvent(outcome.release)) : undefined
}

const propose = (history: ReleaseHistory, version: Version, date: string, ...edits: ReadonlyArray<Edit>): Decision => {
  const base = newestOf(history)
  assert.isDefined(base)
  const taxonomy = edits.reduce((edited, each) => each(edited), base.taxonomy)
  return decide(history, {
    version,
    taxonomy,
    waivers: [],
    published_at: date,
    now: date,
    source_commit: "0".repeat(40),
    format: 3
  })
}

/** The errors that concern versions, removals and dates. Edits here leave references to what they remove. */
const refusals = ({ findings }: Decision): ReadonlyArray<string> =>
  findings
    .filter(isError)
    .map(({ rule }) => rule)
    .filter((rule) => /^(?:semver|date|lifecycle|deprecation\/removed)/u.test(rule))

const dayBefore = (day: string): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(day), { days: 1 }))
