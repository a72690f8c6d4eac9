import { assert, describe, it } from "@effect/vitest"
import { cleanText, intendedForm } from "../../../../src/domain/taxonomy/IntendedForm.ts"

describe("intendedForm", () => {
  it.each([
    ["code", "MOTION PICTURE", "MOTION_PICTURE"],
    ["code", "R&D", "R_and_D"],
    ["code", "audio / video", "audio_video"],
    ["code", "Straße", "Strasse"],
    ["code", "ẞÆŒØŁĐÐÞ æœøłđðþ", "SSAEOEOLDDTH_aeoeolddth"],
    ["code", "Café", "Cafe"],
    ["code", "ＦＵＬＬ", "FULL"],
    ["code", "wholly?!owned", "whollyowned"],
    ["code", "a.b-c+d_e", undefined],
    ["code", "-x", undefined],
    ["code", "x".repeat(64), undefined],
    ["code", `"${"x".repeat(64)}"`, "x".repeat(64)],
    ["code", `"${"x".repeat(65)}"`, undefined],
    ["code", "日本", undefined],
    ["replacement", "use type/Feature Film", "use_type/Feature_Film"],
    ["replacement", "Feature Film", "Feature_Film"],
    ["replacement", "a/b/c d", undefined],
    ["replacement", "Use/A B", undefined],
    ["replacement", `u${"s".repeat(63)}/A B`, `u${"s".repeat(63)}/A_B`],
    ["replacement", `u${"s".repeat(64)}/A B`, undefined],
    ["dimension-name", "Use Type", "use_type"],
    ["dimension-name", "use-type", "use_type"],
    ["dimension-name", "use/type", undefined],
    ["dimension-name", "2 uses", undefined],
    ["dimension-name", "N".repeat(64), "n".repeat(64)],
    ["dimension-name", "N".repeat(65), undefined],
    ["dashed-name", "No Adult Content", "no-adult-content"],
    ["dashed-name", "no_adult.content", "no-adult-content"],
    ["dashed-name", "1-rule", undefined],
    ["dashed-name", "N".repeat(64), "n".repeat(64)],
    ["dashed-name", "N".repeat(65), undefined],
    ["version", "1", "1.0.0"],
    ["version", "v1.2", "1.2.0"],
    ["version", "Version 1,2,3", "1.2.3"],
    ["version", "01.02.03", "1.2.3"],
    ["version", "1.2.3-rc.1", "1.2.3"],
    ["version", "1.2.3", undefined],
    ["version", "1.2.3.4", undefined],
    ["version", "next 1.2.3", undefined],
    ["version", "1234567890", undefined],
    ["version", "2026-11-23", undefined],
    ["constructor", "A B", undefined]
  ])("of a %s, “%s” is %s", (form, written, meant) => {
    assert.strictEqual(intendedForm(written, form), meant)
  })
})

describe("cleanText", () => {
  it.each([
    ["'quoted'", "quoted"],
    ["“quoted”", "quoted"],
    ["[A]", "A"],
    ["{ A },", "A"],
    ["* item;", "item"],
    ["__bold__", "bold__"],
    ["A: ", "A"],
    ["A.", "A"],
    [".A", ".A"],
    ["A  // a comment // of C", "A"],
    ["https://example.org", "https://example.org"],
    ["A\u200bB\u200cC\u200dD\u2060E\ufeffF", "ABCDEF"],
    ["ﬁlm", "film"]
  ])("reads “%s” as “%s”", (written, expected) => {
    assert.strictEqual(cleanText(written), expected)
  })
})
