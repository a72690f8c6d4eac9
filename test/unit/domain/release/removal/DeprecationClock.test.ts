import { assert, describe, it } from "@effect/vitest"
import type * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import { advance, deprecatedItems, sixMonthsAfter } from "../../../../../src/domain/release/removal/DeprecationClock.ts"
import { licenseRef, toItemId } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { whole } from "../../../../support/arbitrary/pick.ts"
import { taxonomies } from "../../../../support/arbitrary/taxonomies.ts"

describe("sixMonthsAfter", () => {
  it.each([
    ["2026-08-31T10:00:00Z", "2027-02-28"],
    ["2027-08-31T10:00:00Z", "2028-02-29"],
    ["2026-08-30T10:00:00Z", "2027-02-28"],
    ["2026-08-28T10:00:00Z", "2027-02-28"],
    ["2026-03-31T00:00:00Z", "2026-09-30"],
    ["2026-02-28T23:59:59Z", "2026-08-28"],
    ["2026-12-31T23:59:59Z", "2027-06-30"],
    ["2026-01-01T00:00:00Z", "2026-07-01"]
  ])("of what was deprecated on %s is on %s", (date, earliest) => {
    assert.strictEqual(sixMonthsAfter(date), earliest)
  })

  it.prop("is six calendar months on, and never on a later day of the month", [days], ([day]) => {
    const date = DateTime.formatIsoDateUtc(
      DateTime.makeUnsafe({ year: 2026, month: 1, day: 1 }).pipe(DateTime.add({ days: day }))
    )
    const earliest = sixMonthsAfter(`${date}T12:00:00Z`)
    const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
    assert.strictEqual(months(earliest) - months(date), 6)
    assert.isTrue(Number(earliest.slice(8)) <= Number(date.slice(8)))
  })
})

describe("advance", () => {
  it.prop(
    "keeps the clock of what stays deprecated, and starts one for what is new",
    [taxonomies, taxonomies],
    ([before, after]) => {
      const [first, second] = [
        { version: Version.make("1.0.0"), date: "2026-01-01T00:00:00Z" },
        { version: Version.make("1.1.0"), date: "2026-02-01T00:00:00Z" }
      ]
      const old = new Set(deprecatedItems(before).map(({ item }) => toItemId(item)))
      const clocks = advance(advance(new Map(), deprecatedItems(before), first), deprecatedItems(after), second)
      assert.sameMembers(
        [...clocks.keys()],
        deprecatedItems(after).map(({ item }) => toItemId(item))
      )
      for (const [key, since] of clocks) assert.deepStrictEqual(since, old.has(key) ? first : second)
    }
  )

  it("starts anew for what was taken back and deprecated again", () => {
    const deprecated = { ...empty, licenses: [{ ...license, deprecated: { replaced_by: [], reason: "Unused." } }] }
    const first = { version: Version.make("1.0.0"), date: "2026-01-01T00:00:00Z" }
    const last = { version: Version.make("1.2.0"), date: "2026-03-01T00:00:00Z" }
    const before = advance(new Map(), deprecatedItems(deprecated), first)
    const clocks = advance(before, deprecatedItems({ ...empty, licenses: [license] }), first)
    assert.deepStrictEqual(
      advance(clocks, deprecatedItems(deprecated), last),
      new Map([[toItemId(licenseRef("NIL-1")), last]])
    )
  })
})

const days: Arbitrary.Arbitrary<number> = whole(1, 1500)
const license = { code: "NIL-1", name: "One", description: "The first.", config: {} }
