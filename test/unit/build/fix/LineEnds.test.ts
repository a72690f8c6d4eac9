import { assert, describe, it } from "@effect/vitest"
import { normalizeLines, rewriteLines } from "../../../../src/build/fix/LineEnds.ts"
import { makeTakenNames } from "../../../../src/build/fix/TakenNames.ts"

describe("normalizeLines", () => {
  it("removes a byte order mark, and makes each end of a line LF", () => {
    assert.strictEqual(normalizeLines("\uFEFFa\r\nb\rc\n\r\n\uFEFFd"), "a\nb\nc\n\n\uFEFFd")
  })
})

describe("rewriteLines", () => {
  it("changes what an offset of the normalized text means, and leaves every other byte as it is", () => {
    const written = "\uFEFFone\r\ntwo\rthree\nfour\r\nfive"
    const text = normalizeLines(written)
    const replace = (...words: ReadonlyArray<readonly [word: string, replacement: string]>) =>
      rewriteLines(
        written,
        words.map(([word, replacement]) => {
          const start = text.indexOf(word)
          return { start, end: start + word.length, text: replacement }
        })
      )
    for (const word of ["one", "two", "three", "four", "five"])
      assert.strictEqual(replace([word, "X"]), written.replace(word, "X"))
    assert.strictEqual(replace(["two", "2\n2"], ["five", "5"]), written.replace("two", "2\r\n2").replace("five", "5"))
    assert.strictEqual(replace(), written)
    assert.strictEqual(rewriteLines("a\nb", [{ start: 1, end: 2, text: "\n\n" }]), "a\n\nb")
  })
})

describe("makeTakenNames", () => {
  it("knows the names of other files, ignoring case", () => {
    const names = makeTakenNames(["a.yaml", "B.yaml", "c.yaml", "C.yaml"])
    assert.isTrue(names.isTaken("A.yaml", "x.yaml"))
    assert.isFalse(names.isTaken("A.yaml", "a.yaml"))
    assert.isTrue(names.isTaken("b.yaml", "b.yaml"))
    assert.isTrue(names.isTaken("c.yaml", "c.yaml"))
    assert.isFalse(names.isTaken("d.yaml", "a.yaml"))
    names.add("D.yaml")
    assert.isTrue(names.isTaken("d.yaml", "a.yaml"))
  })
})
