import { stripVTControlCharacters } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { makeRedline } from "../../../../src/report/text/Redline.ts"
import { formatTerminalRedline } from "../../../../src/report/text/TerminalRedline.ts"
import { hostileText } from "../HostileReports.ts"

const long = "A league may use the name of an athlete in every film that it makes"

describe("formatTerminalRedline", () => {
  it("shows short texts side by side without colour", () => {
    assert.strictEqual(
      formatTerminalRedline(makeRedline("Eyewear", "Eyewear and contact lenses"), false),
      "“Eyewear” -> “Eyewear and contact lenses”"
    )
  })

  it("shows new text in the same way in short and long texts", () => {
    assert.strictEqual(formatTerminalRedline(makeRedline("", "New"), false), "{+New+}")
    assert.strictEqual(formatTerminalRedline(makeRedline("Old", ""), false), "[-Old-]")
    assert.strictEqual(formatTerminalRedline(makeRedline("", long), false), `{+${long}+}`)
  })

  it("takes a text of more than sixty characters for a long one", () => {
    const isSideBySide = (before: string, after: string) =>
      formatTerminalRedline(makeRedline(before, after), false).includes("” -> “")
    const kept = "a ".repeat(29)
    assert.isTrue(isSideBySide(`${kept}b`, `${kept}bc`))
    assert.isFalse(isSideBySide(`${kept}b`, `${kept}bcd`))
    assert.isFalse(isSideBySide(`${kept}bcd`, `${kept}b`))
  })

  it("shows the changes of long texts in brackets without colour", () => {
    assert.strictEqual(
      formatTerminalRedline(makeRedline(long, long.replace("may use", "must not use")), false),
      "A league [-may-] {+must not+} use the name of an athlete in every film that it makes"
    )
  })

  it("says if only white space changed", () => {
    assert.strictEqual(formatTerminalRedline(makeRedline("a  b", "a b"), false), "a b (only white space changed)")
  })

  it("strikes removed words through and adds green words", () => {
    const text = formatTerminalRedline(makeRedline("Rules of a league", "The rules of a league"), true)
    assert.strictEqual(stripVTControlCharacters(text), "Rules The rules of a league")
    assert.include(text, "\u{1B}[31m\u{1B}[9mRules")
    assert.include(text, "\u{1B}[32mThe rules")
  })

  it.prop("sends a terminal no control character of a text", [hostileText, hostileText], ([before, after]) => {
    assert.notMatch(formatTerminalRedline(makeRedline(before, after), false), /[^\P{Cc}\t\n]/u)
  })
})
