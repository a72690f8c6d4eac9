import { assert, describe, it } from "@effect/vitest"
import { makeRedline, type RedlinePart } from "../../../../src/report/text/Redline.ts"
import { hostileText } from "../HostileReports.ts"

const marked = (before: string, after: string): string =>
  makeRedline(before, after)
    .map(({ kind, text }) => (kind === "kept" ? text : kind === "removed" ? `[-${text}-]` : `{+${text}+}`))
    .join("")

const sideOf = (parts: ReadonlyArray<RedlinePart>, side: "removed" | "added"): string =>
  parts.flatMap(({ kind, text }) => (kind === "kept" || kind === side ? [text] : [])).join("")

describe("makeRedline", () => {
  it("marks the words that were added, removed or replaced", () => {
    assert.strictEqual(marked("Eyewear", "Eyewear and contact lenses"), "Eyewear{+ and contact lenses+}")
    assert.strictEqual(marked("Rules of a league", "The rules of a league"), "[-Rules-]{+The rules+} of a league")
    assert.strictEqual(marked("", "New"), "{+New+}")
  })

  it("keeps the first word of a text if words come before it", () => {
    assert.strictEqual(marked("Denmark (DK)", "worldwide, and Denmark (DK)"), "{+worldwide, and +}Denmark (DK)")
    assert.strictEqual(marked("worldwide, and Denmark (DK)", "Denmark (DK)"), "[-worldwide, and -]Denmark (DK)")
  })

  it("keeps the punctuation after a word that changes", () => {
    assert.strictEqual(
      marked(
        "An item won at random with unknown odds, whether paid or not.",
        "An item won at random with unknown odds."
      ),
      "An item won at random with unknown odds[-, whether paid or not-]."
    )
    assert.strictEqual(
      marked("Gambling is prohibited.", "Gambling is allowed."),
      "Gambling is[- prohibited-]{+ allowed+}."
    )
    assert.strictEqual(marked("the athlete's e-mail", "the agent's e-mail"), "the[- athlete's-]{+ agent's+} e-mail")
  })

  it("joins changes that only a short word separates", () => {
    assert.strictEqual(
      marked("Guests meet the athlete at an event of the season", "Guests meet a player at one event of the season"),
      "Guests meet[- the athlete at an-]{+ a player at one+} event of the season"
    )
  })

  it("shows texts with little in common as a whole", () => {
    assert.strictEqual(
      marked("Use of a name in film", "The image of an athlete"),
      "[-Use of a name in film-]{+The image of an athlete+}"
    )
  })

  it("compares scripts without spaces by character", () => {
    assert.strictEqual(marked("漢字の説明", "漢字の短い説明"), "漢字の{+短い+}説明")
  })

  it.prop("loses no character of either text", [hostileText, hostileText, hostileText], ([shared, before, after]) => {
    for (const [old, now] of [
      [before, after],
      [`${shared} ${before}`, `${shared} ${after}`],
      [`${before} ${shared}`, `${after} ${shared}`]
    ] as const) {
      const parts = makeRedline(old, now)
      assert.strictEqual(sideOf(parts, "removed"), old)
      assert.strictEqual(sideOf(parts, "added"), now)
    }
  })

  it("takes no long time for long texts", () => {
    const text = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(" ")
    assert.deepStrictEqual(
      makeRedline(text("a"), text("b")).map(({ kind }) => kind),
      ["removed", "added"]
    )
  })
})
