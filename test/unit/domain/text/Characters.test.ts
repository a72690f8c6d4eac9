import { describe, expect, it } from "vitest"
import { suspiciousText } from "../../../../src/domain/checks/source/SuspiciousText.ts"
import { findInvisible, formatInvisible } from "../../../../src/domain/text/Characters.ts"
import { findTextSlips } from "../../../../src/domain/text/TextSlips.ts"

describe("findInvisible", () => {
  it("names the first invisible character, and the visible text beside it", () => {
    const described = ["QSR\u200b", "\u2060QSR", "QUICK\u00a0SERVICE", "QSR"].map((text) => {
      const found = findInvisible(text)
      return found && formatInvisible(found)
    })
    expect(described).toEqual([
      "contains a zero-width space (U+200B) after QSR",
      "contains a word joiner (U+2060) before QSR",
      "contains a no-break space (U+00A0) after QUICK",
      undefined
    ])
  })
})

describe("source/suspicious-text", () => {
  it("says once that a text contains HTML", () => {
    const slips = findTextSlips("For <b>all</b> uses.", { language: "en", isLabel: false })?.slips ?? []
    const facts = { item: null, field: "description", language: null, slips, mended: null }
    expect(suspiciousText.message(facts)).toBe("The description of the taxonomy contains HTML (<b>, </b>)")
  })
})
