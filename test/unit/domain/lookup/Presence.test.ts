import { describe, expect, it } from "@effect/vitest"
import { itemEntries, type ItemEntry } from "../../../../src/domain/lookup/ItemUses.ts"
import { lifespans } from "../../../../src/domain/lookup/Presence.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { formatItem, toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { compare } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { given, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import {
  add,
  deprecate,
  edit,
  forbid,
  remove,
  start,
  undeprecate,
  type Edit
} from "../../../support/domain/TaxonomyEdits.ts"

const lifespanOf = ({ history }: { readonly history: ReleaseHistory }, name: string) => {
  const found = lifespans(history).filter(({ item }) => formatItem(item) === name)
  expect(found).toHaveLength(1)
  const [{ addedIn, deprecatedIn, deprecation, label, lastIn, removedIn } = expect.fail(`${name} is missing`)] = found
  return { addedIn, deprecatedIn, deprecation, label, lastIn, removedIn }
}

const allow: Edit = (taxonomy) => ({ ...taxonomy, rules: [] })

/** Deprecated in 1.1.0, and removed in 2.0.0 as the rules allow. */
const removal = [
  release("1.0.0", "2026-01-10"),
  release("1.1.0", "2026-02-10", deprecate("exclusive_categories/COFFEE", "QSR")),
  release("1.2.0", "2026-05-10", add("use_type/a")),
  release("1.3.0", "2026-07-10", add("use_type/b")),
  release("2.0.0", "2026-09-10", remove("exclusive_categories/COFFEE"))
]

describe("lifespans", () => {
  it("begin with the release that added the item", () => {
    const history = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", add("tone")))
    expect(lifespanOf(history, "tone/any")).toEqual({
      addedIn: "1.1.0",
      deprecatedIn: undefined,
      deprecation: undefined,
      label: "The any",
      lastIn: "1.1.0",
      removedIn: undefined
    })
    expect(lifespanOf(history, "NEWS")).toMatchObject({ addedIn: "1.0.0", lastIn: "1.1.0" })
  })

  it("end with the removal, and keep the deprecation that the item had", () => {
    expect(lifespanOf(given(...removal), "exclusive_categories/COFFEE")).toEqual({
      addedIn: "1.0.0",
      deprecatedIn: "1.1.0",
      deprecation: { replaced_by: ["QSR"] },
      label: "The COFFEE",
      lastIn: "1.3.0",
      removedIn: "2.0.0"
    })
  })

  it("last on an older line that still has a removed item, with the texts of that line", () => {
    const history = given(
      ...removal,
      release("1.3.1", "2026-09-20", edit("exclusive_categories/COFFEE", { label: "Coffee and tea" }))
    )
    expect(lifespanOf(history, "exclusive_categories/COFFEE")).toMatchObject({
      label: "Coffee and tea",
      lastIn: "1.3.1",
      removedIn: "2.0.0"
    })
  })

  it("begin again with the release that brings the item back under a waiver", () => {
    const name = "exclusive_categories/COFFEE"
    const history = given(
      ...removal,
      release("2.1.0", { date: "2026-10-10", waivers: [waiver("code/reused", name, "2.1.0")] }, add(name))
    )
    expect(lifespanOf(history, name)).toEqual({
      addedIn: "2.1.0",
      deprecatedIn: undefined,
      deprecation: undefined,
      label: "The COFFEE",
      lastIn: "2.1.0",
      removedIn: undefined
    })
  })

  it("are not deprecated if the newest release takes the deprecation back", () => {
    const history = given(
      ...removal.slice(0, 3),
      release("1.3.0", "2026-06-10", undeprecate("exclusive_categories/COFFEE"))
    )
    expect(lifespanOf(history, "exclusive_categories/COFFEE")).toMatchObject({
      deprecatedIn: undefined,
      deprecation: undefined
    })
  })

  it("keep the deprecation of the removal if an older line took it back", () => {
    const name = "exclusive_categories/COFFEE"
    const history = given(...removal, release("1.4.0", "2026-09-20", undeprecate(name)))
    expect(lifespanOf(history, name)).toMatchObject({
      deprecatedIn: undefined,
      deprecation: { replaced_by: ["QSR"] },
      lastIn: "1.4.0",
      removedIn: "2.0.0"
    })
  })

  it("do not end for an item that an older line added and the newest one never had", () => {
    const history = historyOf(
      publish("1.0.0", start),
      publish("2.0.0", start),
      publish("1.1.0", add("use_type/late")(start))
    )
    expect(lifespanOf({ history }, "use_type/late")).toMatchObject({
      addedIn: "1.1.0",
      lastIn: "1.1.0",
      removedIn: undefined
    })
  })

  it("include rules", () => {
    const history = given(
      release("1.0.0", "2026-01-10", forbid("no-news", { use_type: { contains: "editorial" } }), (taxonomy) => ({
        ...taxonomy,
        licenses: []
      })),
      release("1.1.0", "2026-02-10", allow)
    )
    expect(lifespanOf(history, "rules/no-news")).toMatchObject({
      addedIn: "1.0.0",
      lastIn: "1.0.0",
      removedIn: "1.1.0"
    })
  })

  it.prop("agree with the snapshots of every release", [branchedHistories], ([history]) => {
    const found = lifespans(history)
    const expected = lifespansOfSnapshots(history)
    expect(found).toHaveLength(expected.size)
    for (const { addedIn, deprecatedIn, deprecation, item, lastIn, removedIn, texts } of found) {
      expect({ addedIn, deprecatedIn, deprecation, lastIn, removedIn, texts }).toEqual(expected.get(toItemId(item)))
    }
  })
})

/** The same facts, from the snapshots alone. */
const lifespansOfSnapshots = ({ releases }: ReleaseHistory) => {
  const newestFirst = [...releases.values()].sort((left, right) => compare(right.version, left.version))
  const entriesOf = new Map(
    newestFirst.map((release) => [
      release,
      new Map(itemEntries(release.taxonomy).map((entry) => [toItemId(entry.item), entry]))
    ])
  )
  const ancestry = (release: PublishedRelease): ReadonlyArray<PublishedRelease> => {
    const base = release.base === null ? undefined : releases.get(release.base)
    return [release, ...(base === undefined ? [] : ancestry(base))]
  }
  const ids = new Set([...entriesOf.values()].flatMap((entries) => [...entries.keys()]))
  return new Map(
    [...ids].map((id) => {
      const entryIn = (release: PublishedRelease): ItemEntry | undefined => entriesOf.get(release)?.get(id)
      const has = (release: PublishedRelease) => entryIn(release) !== undefined
      const isDeprecated = (release: PublishedRelease) => entryIn(release)?.texts.deprecated !== undefined
      const last = newestFirst.find(has)
      const decisive = newestFirst.find((release) => ancestry(release).some(has))
      if (last === undefined || decisive === undefined) throw new Error(`No release has ${id}`)
      /** The oldest of the releases in a row, from the newest one, for which something holds. */
      const startOf = (release: PublishedRelease, holds: (release: PublishedRelease) => boolean) => {
        const row = ancestry(release)
        const end = row.findIndex((one) => !holds(one))
        return (end === -1 ? row : row.slice(0, end)).at(-1)?.version
      }
      const removedIn = startOf(decisive, (release) => !has(release))
      const beforeRemoval = releases.get(releases.get(removedIn ?? last.version)?.base ?? last.version) ?? last
      const facts = {
        addedIn: startOf(last, has),
        deprecatedIn: startOf(last, isDeprecated),
        deprecation:
          entryIn(last)?.texts.deprecated ??
          (removedIn === undefined ? undefined : entryIn(beforeRemoval)?.texts.deprecated),
        lastIn: last.version,
        removedIn,
        texts: entryIn(last)?.texts
      }
      return [id, facts] as const
    })
  )
}
