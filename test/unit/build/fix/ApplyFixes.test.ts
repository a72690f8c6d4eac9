import { describe, expect, it } from "vitest"
import { applyFixes } from "../../../../src/build/fix/ApplyFixes.ts"
import { unknownKey } from "../../../../src/domain/checks/source/Keys.ts"
import {
  makeFinding,
  renameFile,
  replaceNode,
  replaceSpan,
  type FixEdit,
  inItem,
  inSource
} from "../../../../src/domain/Finding.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"

const file = "dimensions/use_type.yaml"

const findingWith = (...fix: ReadonlyArray<FixEdit>) =>
  makeFinding(
    unknownKey,
    { key: "k", known: [], suggestion: null, expected: null },
    { location: inSource(file, {}), fix }
  )

const apply = (text: string, ...fixes: ReadonlyArray<FixEdit>) => {
  const { fixed, texts } = applyFixes(
    new Map([[file, text]]),
    fixes.map((edit) => findingWith(edit))
  )
  return { text: texts.get(file), count: fixed.length }
}

const values = `values:
  - code: A # first
    lable: Text
  # about B
  - code: B
    label: Text
`

describe("applyFixes", () => {
  it("replaces a key or the text of a value, and leaves the rest as it was", () => {
    const key = replaceNode(inSource(file, { path: ["values", 0, "lable"], key: true }), "label")
    const code = replaceNode(inItem(valueRef("use_type", "B"), "code"), "C")
    expect(apply(values, key, code)).toEqual({
      text: values.replace("lable", "label").replace("code: B", "code: C"),
      count: 2
    })
  })

  it("applies the first of two overlapping fixes", () => {
    const location = inSource(file, { path: ["values", 0, "code"] })
    expect(apply(values, replaceNode(location, "X"), replaceNode(location, "Y"))).toEqual({
      text: values.replace("code: A", "code: X"),
      count: 1
    })
  })

  it("applies tens of thousands of fixes of one file, in any order", () => {
    const count = 40_000
    const text = "ab\n".repeat(count)
    const order = Array.from({ length: count }, (_, index) => (index * 7919) % count)
    const all = order.map((line) => replaceSpan(file, [line * 3, line * 3 + 1], `${line}`))
    const overlapping = order.map((line) => replaceSpan(file, [line * 3, line * 3 + 2], ""))
    expect(apply(text, ...all, ...overlapping)).toEqual({
      text: Array.from({ length: count }, (_, line) => `${line}b\n`).join(""),
      count
    })
  })

  it("lets a fix end where another begins, but not begin where another ends", () => {
    expect(apply("abcd\n", replaceSpan(file, [2, 3], "C"), replaceSpan(file, [1, 2], "B"))).toEqual({
      text: "aBCd\n",
      count: 2
    })
    expect(apply("abcd\n", replaceSpan(file, [1, 2], "B"), replaceSpan(file, [2, 3], "C")).count).toBe(1)
    expect(apply("abcd\n", replaceSpan(file, [2, 2], "-"), replaceSpan(file, [2, 2], "+")).count).toBe(1)
  })

  it("keeps the end of each line, whichever it is", () => {
    const text = "\ufeffa: 1\r\nb: 2\nc: 3\rlabel: x\r\nlast: y\r\n"
    const rename = replaceNode(inSource(file, { path: ["last"], key: true }), "end")
    expect(apply(text, replaceNode(inSource(file, { path: ["label"] }), "z"), rename).text).toBe(
      text.replace("x", "z").replace("last", "end")
    )
    expect(apply("a\r\nb\nc", replaceSpan(file, [2, 3], "B\nB")).text).toBe("a\r\nB\r\nB\nc")
  })

  it("keeps the line ends and the byte order mark", () => {
    const location = inSource(file, { path: ["label"], key: true })
    expect(apply("\ufeffa: 1\r\nlabel: x\r\n", replaceNode(location, "name")).text).toBe("\ufeffa: 1\r\nname: x\r\n")
  })

  it("inserts a text that is not YAML yet", () => {
    expect(apply("label: [a\n", replaceSpan(file, [9, 9], "]")).text).toBe("label: [a]\n")
  })

  it("does not rename a file over another one", () => {
    const texts = new Map([
      ["licenses/A.yaml", "code: B\n"],
      ["licenses/b.yaml", "code: b\n"]
    ])
    const rename = findingWith(renameFile("licenses/A.yaml", "licenses/B.yaml"))
    expect(applyFixes(texts, [rename])).toEqual({ texts, fixed: [] })
    const free = findingWith(renameFile("licenses/A.yaml", "licenses/C.yaml"))
    expect([...applyFixes(texts, [free]).texts.keys()]).toEqual(["licenses/C.yaml", "licenses/b.yaml"])
  })

  it("ignores a fix whose place does not exist", () => {
    expect(apply(values, replaceNode(inSource(file, { path: ["values", 7, "code"] }), "X"))).toEqual({
      text: values,
      count: 0
    })
  })
})
