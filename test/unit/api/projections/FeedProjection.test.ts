import { assert, describe, it } from "@effect/vitest"
import { Window } from "happy-dom"
import { releasesFeed } from "../../../../src/api/projections/FeedProjection.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { categories, ended, release, withdrawn, type Step } from "../../../support/server/histories.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const deprecated = { QSR_FAST_FOOD: { replaced_by: ["QSR"], reason: "One kind is enough" } }
const steps = [
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, deprecated)),
  release("2.0.0", "2026-10-01", categories(["QSR"])),
  release("2.1.0", "2026-11-01", { ...categories(["QSR"]), title: "Sports & \u0007<games>" }),
  withdrawn("2.1.0", "2026-11-02", 'It says "<b>"'),
  ended(1, "2027-06-01", "Two majors on")
]

/** The entries of a feed as a reader of XML finds them. */
const read = (history: ReadonlyArray<Step>, limit?: number) => {
  const feed = releasesFeed(
    history.reduce((before, step) => step(before), emptyHistory),
    { self: "/feed?a&b", releases: "/releases", release: ({ version }) => `/changes?to=${version}&kind=x`, limit }
  )
  const parser = new new Window().DOMParser()
  const document = parser.parseFromString(feed, "application/xml")
  assert.isNull(document.querySelector("parsererror"))
  const textIn = (element: { querySelector: typeof document.querySelector }, name: string) =>
    element.querySelector(name)?.textContent
  return {
    title: textIn(document, "feed > title"),
    self: document.querySelector("feed > link")?.getAttribute("href"),
    updated: textIn(document, "feed > updated"),
    entries: [...document.querySelectorAll("entry")].map((entry) => ({
      id: textIn(entry, "id")?.replace("https://taxonomy.invalid/sample/", ""),
      title: textIn(entry, "title"),
      updated: textIn(entry, "updated"),
      address: entry.querySelector("link")?.getAttribute("href"),
      content: textIn(entry, "content")
    }))
  }
}

describe("the feed of the releases", () => {
  const { entries, self, title, updated } = read(steps)

  it("has releases, deprecations, withdrawals and ends of life, the newest first", () => {
    assert.deepStrictEqual(
      entries.map((entry) => [entry.updated?.slice(0, 10), entry.title]),
      [
        ["2026-11-02", "Release 2.1.0 was withdrawn"],
        ["2026-11-01", "v1 has its end of life on 2027-06-01"],
        ["2026-11-01", "Release 2.1.0"],
        ["2026-10-01", "Release 2.0.0"],
        ["2026-02-01", "Release 1.1.0"],
        ["2026-02-01", "Release 1.1.0 deprecates exclusive_categories/QSR_FAST_FOOD"],
        ["2026-01-01", "Release 1.0.0"]
      ]
    )
    assert.strictEqual(updated, entries[0]?.updated)
  })

  it("has one id for each entry, whatever follows it", () => {
    const ids = entries.map(({ id }) => id)
    assert.strictEqual(new Set(ids).size, ids.length)
    const before = read(steps.slice(0, 2)).entries
    assert.deepStrictEqual(entries.slice(-before.length), before)
  })

  it("says what a release removes, and what to use in place of what it deprecates", () => {
    const contentOf = (id: string) => entries.find((entry) => entry.id === id)?.content
    assert.strictEqual(
      contentOf("version/2.0.0"),
      "<ul><li>Removed: exclusive_categories/QSR_FAST_FOOD and FOOD</li></ul>"
    )
    assert.strictEqual(
      contentOf("version/1.1.0#deprecations"),
      "<ul><li>exclusive_categories/QSR_FAST_FOOD: use QSR instead. One kind is enough.</li></ul>"
    )
  })

  it("is well-formed with any text and address", () => {
    assert.deepStrictEqual([title, self], ["Sports & <games>", "/feed?a&b"])
    const withdrawal = entries.find(({ id }) => id === "version/2.1.0#withdrawal")
    assert.strictEqual(withdrawal?.content, "<p>It says &quot;&lt;b&gt;&quot;.</p>")
    assert.strictEqual(entries.at(-1)?.address, "/changes?to=1.0.0&kind=x")
  })

  it("is as long as it is asked to be, and can be empty", () => {
    assert.deepStrictEqual(read(steps, 2).entries, entries.slice(0, 2))
    assert.deepStrictEqual(read([]).entries, [])
  })
})
