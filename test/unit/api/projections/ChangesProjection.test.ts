import { describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { ChangesBody } from "../../../../src/api/bodies/ChangesBody.ts"
import { changesBody } from "../../../../src/api/projections/ChangesProjection.ts"
import { type Change, changedItem } from "../../../../src/domain/change/Change.ts"
import { isObject, memberOf } from "../../../../src/domain/Json.ts"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { formatItem, toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { largestBump } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { renderJson } from "../../../../src/report/formats/Json.ts"
import { makeChangesReport } from "../../../../src/report/Report.ts"
import { makeItemFacts } from "../../../../src/report/text/ItemText.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { whole } from "../../../support/arbitrary/pick.ts"
import { netChanges } from "../../../support/domain/NetChanges.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, remove } from "../../../support/domain/TaxonomyEdits.ts"

/** A history and two of its releases. */
const pairs = Arbitrary.map(Arbitrary.all([branchedHistories, whole(0, 7), whole(0, 7)]), ([history, left, right]) => {
  const releases = [...history.releases.values()]
  const [from, to] = [releases[left % releases.length], releases[right % releases.length]]
  if (from === undefined || to === undefined) throw new Error("Nothing is published")
  return { history, from, to }
})

const decode = Schema.decodeSync(ChangesBody)

/** The record of a change without what the body adds, and with what it shows in another form. */
const recordOf = (entry: ChangesBody["changes"][number]): object => {
  const { kind } = entry
  const added = ["item", "label", "translations", "deprecation", "removed_in", "replacement", "lists"]
  if (!kind.endsWith("-corrected")) added.push("reason")
  const { lists = {}, ...record }: Readonly<Record<string, unknown>> = entry
  const sides = ["before", "after"].flatMap((side) => {
    const content = kind.endsWith("translations-changed")
      ? withLists(memberOf(record, side), memberOf(lists, side))
      : asWritten(memberOf(record, side))
    return content === undefined ? [] : [[side, content] as const]
  })
  return {
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !added.includes(name))),
    ...Object.fromEntries(sides)
  }
}

/** An item with its translations and conditions as the editors wrote them. */
const asWritten = (item: unknown): unknown => {
  if (!isObject(item)) return item
  if (Array.isArray(item)) return item
  const { forbid, list_translations, source, translations, values, ...others } = item
  const all = withLists(translations, list_translations)
  return {
    ...others,
    ...(all === undefined ? {} : { translations: all }),
    ...(isObject(source) ? source : forbid === undefined ? {} : { forbid }),
    ...(Array.isArray(values) ? { values: values.map(asWritten) } : {})
  }
}

/** A change of what a rule forbids without its sides, which bodies show in conditions of the first release. */
const withoutForbidden = (record: object): object =>
  memberOf(record, "kind") === "rule-condition-changed" ? { ...record, before: null, after: null } : record

/** Translations with the lists that are beside them. */
const withLists = (texts: unknown = {}, lists: unknown = {}): unknown => {
  const languages = new Set([...Object.keys(Object(texts)), ...Object.keys(Object(lists))])
  return languages.size === 0
    ? undefined
    : Object.fromEntries(
        Array.from(languages, (language) => [
          language,
          { ...Object(memberOf(texts, language)), ...Object(memberOf(lists, language)) }
        ])
      )
}

const releaseOf = (history: ReleaseHistory, version: string): PublishedRelease =>
  history.releases.get(Version.make(version)) ?? expect.fail(`${version} is not published`)

describe("changesBody", () => {
  it.prop("agrees with the report of diff, whatever the two releases are", [pairs], ([{ from, history, to }]) => {
    const body = changesBody(history, from, to)
    const report = makeChangesReport("diff", netChanges(history, from, to), makeItemFacts(from.taxonomy, to.taxonomy))
    const { changes, labels }: { changes: ReadonlyArray<Change>; labels: Readonly<Record<string, string>> } =
      JSON.parse(renderJson(report))
    expect(body.changes.map(recordOf).map(withoutForbidden)).toEqual(changes.map(withoutForbidden))
    expect(body.required_bump).toBe(report.required_bump ?? "none")
    expect(body.count).toBe(changes.length)
    for (const entry of body.changes) {
      if (!("item" in entry) || entry.item.startsWith("rules/")) continue
      expect(entry.label).toBe(labels[entry.item])
    }
  })

  it.prop("is what a release records of its base", [branchedHistories], ([history]) => {
    for (const { base, changes, version } of history.releases.values()) {
      if (base === null) continue
      const body = changesBody(history, releaseOf(history, base), releaseOf(history, version))
      expect(canonicalJson(body.changes.map(recordOf).map(withoutForbidden))).toBe(
        canonicalJson(changes.map(withoutForbidden))
      )
      expect(body.required_bump).toBe(largestBump(changes.map(({ bump }) => bump)) ?? "none")
    }
  })

  it.prop("decodes with the schema of the contract, without excess fields", [pairs], ([{ from, history, to }]) => {
    const body = changesBody(history, from, to)
    expect(decode(body, { onExcessProperty: "error" })).toEqual(body)
  })

  it.prop("names the release that removed an item that is gone", [pairs], ([{ from, history, to }]) => {
    for (const entry of changesBody(history, from, to).changes) {
      if (!("removed_in" in entry) || entry.removed_in === undefined) continue
      const removed = releaseOf(history, entry.removed_in)
      expect(removed.changes.filter(({ kind }) => kind.endsWith("-removed"))).not.toEqual([])
    }
    for (const change of netChanges(history, from, to)) {
      const item = changedItem(change)
      if (item === undefined || !to.removed.has(toItemId(item)) || !change.kind.endsWith("-removed")) continue
      const entry = changesBody(history, from, to).changes.find(
        (one) => "item" in one && one.item === formatItem(item) && one.kind === change.kind
      )
      expect(entry).toMatchObject({ removed_in: to.removed.get(toItemId(item))?.version })
      expect(snapshotOf(to.taxonomy).labelOf(item)).toBeUndefined()
    }
  })

  it.prop("is empty between a release and itself", [branchedHistories], ([history]) => {
    for (const release of history.releases.values()) {
      expect(changesBody(history, release, release)).toMatchObject({ required_bump: "none", changes: [], count: 0 })
    }
  })

  describe("of a deprecation and a removal", () => {
    const name = "exclusive_categories/COFFEE"
    const { history } = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate(name, "QSR"), add("use_type/a")),
      release("1.2.0", "2026-03-10", edit("MENU", { name: "A menu" })),
      release("1.3.0", "2026-04-10", add("use_type/d")),
      release("2.0.0", "2026-09-10", remove(name))
    )
    const between = (from: string, to: string) => changesBody(history, releaseOf(history, from), releaseOf(history, to))
    const entryOf = (body: ChangesBody, item: string) =>
      body.changes.find((entry) => "item" in entry && entry.item === item)

    it("has the dates as of the release that it leads to", () => {
      expect(entryOf(between("1.0.0", "1.2.0"), name)).toEqual({
        kind: "value-deprecated",
        bump: "minor",
        dimension: "exclusive_categories",
        value: "COFFEE",
        after: { replaced_by: ["QSR"] },
        item: name,
        label: expect.any(String),
        deprecation: {
          since: { version: "v1.1", date: "2026-02-10T12:00:00Z" },
          replaced_by: ["QSR"],
          replacement: { mode: "one_of", items: ["exclusive_categories/QSR"] },
          earliest_removal: { version: "v2.0", date: "2026-08-10", after: ["v1.3"] }
        }
      })
    })

    it("has the replacement and the release of the removal", () => {
      expect(entryOf(between("1.0.0", "2.0.0"), name)).toMatchObject({
        kind: "value-removed",
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["exclusive_categories/QSR"] }
      })
    })

    it("has no release of a removal on the way to an older release, which never had the item", () => {
      const entry = entryOf(between("1.3.0", "1.0.0"), "use_type/d")
      expect(entry).toMatchObject({ kind: "value-removed" })
      expect(entry).not.toHaveProperty("removed_in")
    })

    it("has the texts before and after", () => {
      const [forth, back] = [between("1.1.0", "1.2.0"), between("1.2.0", "1.1.0")]
      const [left, right] = [entryOf(forth, "MENU"), entryOf(back, "MENU")]
      expect(left).toMatchObject({ kind: "license-text-changed", label: "A menu", after: { name: "A menu" } })
      expect(right).toMatchObject({ before: { name: "A menu" }, after: Reflect.get(left ?? {}, "before") })
    })
  })
})
