import { assert, describe, expect, it } from "@effect/vitest"
import { makeTakenNames } from "../../../src/build/diagnostics/ResolveEdit.ts"
import { fixTree, applyFixes, normalizeLines, rewriteLines } from "../../../src/build/FixTree.ts"
import type { SourceTree } from "../../../src/build/sources/SourceTree.ts"
import { backdated } from "../../../src/domain/checks/DateChecks.ts"
import { licenseConflict } from "../../../src/domain/checks/LicenseConflict.ts"
import { unknownKey } from "../../../src/domain/checks/source/Keys.ts"
import { notAFile } from "../../../src/domain/checks/source/SourceFiles.ts"
import {
  makeFinding,
  type Finding,
  renameFile,
  replaceNode,
  replaceSpan,
  type FixEdit,
  inHeader,
  inItem,
  inSource
} from "../../../src/domain/Finding.ts"
import { valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { textsAfter } from "../../support/Sources.ts"

const treeOf = (files: Readonly<Record<string, string>>): SourceTree =>
  Object.entries(files).map(([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }))

const textsIn = (tree: SourceTree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tree.flatMap((entry) => (entry._tag === "File" ? [[entry.path, new TextDecoder().decode(entry.bytes)]] : []))
  )

const error = (...fix: ReadonlyArray<FixEdit>): Finding =>
  makeFinding(licenseConflict, { rule: "r", description: "x", dimensions: [] }, { location: inHeader(), fix })

const warning = makeFinding(backdated, { date: "2026-01-01", now: "2026-02-01" }, { location: inHeader() })

/** A finding for each file that contains a word, with a fix that replaces the word. */
const findWord =
  (word: string, replacement: string) =>
  (tree: SourceTree): ReadonlyArray<Finding> =>
    Object.entries(textsIn(tree)).flatMap(([path, text]) => {
      const start = text.indexOf(word)
      return start === -1 ? [] : [error(replaceSpan(path, [start, start + word.length], replacement))]
    })

describe("fixTree", () => {
  it("changes nothing without fixes", () => {
    const tree = treeOf({ "a.yaml": "a: 1\n" })
    assert.deepStrictEqual(
      fixTree(tree, () => []),
      { tree, rounds: [], writes: [] }
    )
    assert.deepStrictEqual(
      fixTree(tree, () => [error(), warning]),
      { tree, rounds: [], writes: [] }
    )
  })

  it("fixes what the fixes before have revealed, round by round", () => {
    const tree = treeOf({ "a.yaml": "one\n", "b.yaml": "\uFEFFone\r\n", "c.yaml": "none\n" })
    const [unchanged] = tree.slice(2)
    const fixed = fixTree(tree, (sources) => {
      const first = findWord("one\n", "two\n")(sources.slice(0, 1))
      return first.length > 0 ? first : findWord("two", "three")(sources.slice(0, 1))
    })
    assert.deepStrictEqual(textsIn(fixed.tree), { "a.yaml": "three\n", "b.yaml": "one\r\n", "c.yaml": "none\n" })
    assert.strictEqual(fixed.tree[2], unchanged)
    assert.deepStrictEqual(fixed.writes, [{ path: "a.yaml", text: "three\n" }])
    assert.deepStrictEqual(
      fixed.rounds.map(({ files, fixed: found }) => [found.length, files]),
      [
        [1, [{ file: "a.yaml", renamedTo: undefined, before: "one\n", after: "two\n" }]],
        [1, [{ file: "a.yaml", renamedTo: undefined, before: "two\n", after: "three\n" }]]
      ]
    )
    assert.strictEqual(fixed.rounds[0]?.tree, tree)
  })

  it("knows where a file was before all of its renames", () => {
    const names = ["a.yaml", "b.yaml", "c.yaml"]
    const fixed = fixTree(treeOf({ "a.yaml": "a: 1\n", "x.yaml": "x: 1\n" }), ([entry]) => {
      const path = entry?.path ?? ""
      const to = names[names.indexOf(path) + 1]
      return to === undefined ? [] : [error(renameFile(path, to))]
    })
    assert.deepStrictEqual(fixed.writes, [{ path: "c.yaml", text: "a: 1\n", from: "a.yaml" }])
    assert.deepStrictEqual(Object.keys(textsIn(fixed.tree)), ["c.yaml", "x.yaml"])
    assert.deepStrictEqual(
      fixed.rounds.flatMap(({ files }) => files.map(({ file, renamedTo }) => [file, renamedTo])),
      [
        ["a.yaml", "b.yaml"],
        ["b.yaml", "c.yaml"]
      ]
    )
  })

  it("does not give a file the name of an entry that is no text", () => {
    const tree: SourceTree = [
      ...treeOf({ "a.yaml": "a: 1\n" }),
      { _tag: "Link", path: "B.yaml" },
      { _tag: "File", path: "c.yaml", bytes: new Uint8Array([0xff]) }
    ]
    for (const to of ["b.yaml", "C.yaml"])
      assert.deepStrictEqual(
        fixTree(tree, () => [error(renameFile("a.yaml", to))]),
        { tree, rounds: [], writes: [] }
      )
  })

  it("leaves out the one fix that leads to more errors, and finds it by halving", () => {
    const names = Array.from({ length: 16 }, (_, index) => `file-${index}.yaml`)
    let examined = 0
    const fixed = fixTree(treeOf(Object.fromEntries(names.map((name) => [name, "one\n"]))), (sources) => {
      examined += 1
      const isBad = textsIn(sources)["file-11.yaml"] === "two\n"
      return [...findWord("one", "two")(sources), ...(isBad ? Array.from({ length: 20 }, () => error()) : [])]
    })
    assert.deepStrictEqual(
      fixed.writes.map(({ path }) => path),
      names.filter((name) => name !== "file-11.yaml")
    )
    assert.isBelow(examined, names.length)
  })

  it("makes a file readable, although what it says is wrong", () => {
    const unread = makeFinding(
      notAFile,
      { file: "a.yaml" },
      { location: inHeader(), fix: [replaceSpan("a.yaml", [0, 3], "two")] }
    )
    const fixed = fixTree(treeOf({ "a.yaml": "one\n" }), (sources) =>
      textsIn(sources)["a.yaml"] === "one\n" ? [unread] : [error(), error()]
    )
    assert.deepStrictEqual(fixed.writes, [{ path: "a.yaml", text: "two\n" }])
  })

  it("declares a version last, and only if that leaves no error", () => {
    const tree = treeOf({ "taxonomy.yaml": "title: A\nversion: 1.0.0\n" })
    const version = error(replaceNode(inHeader("version"), "2.0.0"))
    const title = error(replaceNode(inHeader("title"), "B"))
    const isOld = (sources: SourceTree) => textsIn(sources)["taxonomy.yaml"]?.includes("1.0.0") === true
    const isA = (sources: SourceTree) => textsIn(sources)["taxonomy.yaml"]?.includes("title: A") === true
    const fixed = fixTree(tree, (sources) => [
      ...(isOld(sources) ? [version] : [warning]),
      ...(isA(sources) ? [title] : [])
    ])
    assert.deepStrictEqual(fixed.writes, [{ path: "taxonomy.yaml", text: "title: B\nversion: 2.0.0\n" }])
    assert.deepStrictEqual(
      fixed.rounds.map(({ fixed: found }) => found),
      [[title], [version]]
    )
    const refused = fixTree(tree, (sources) => (isOld(sources) ? [version] : [error()]))
    assert.deepStrictEqual(refused, { tree, rounds: [], writes: [] })
  })

  it("ends if fixes undo each other", () => {
    const tree = treeOf({ "a.yaml": "one\n" })
    const { rounds } = fixTree(tree, (sources) => [
      ...findWord("one", "two")(sources),
      ...findWord("two", "one")(sources)
    ])
    assert.lengthOf(rounds, 20)
  })
})

const file = "dimensions/use_type.yaml"

const findingWith = (...fix: ReadonlyArray<FixEdit>) =>
  makeFinding(
    unknownKey,
    { key: "k", known: [], suggestion: null, expected: null },
    { location: inSource(file, {}), fix }
  )

const apply = (text: string, ...fixes: ReadonlyArray<FixEdit>) => {
  const { files, fixed } = applyFixes(
    new Map([[file, text]]),
    fixes.map((edit) => findingWith(edit))
  )
  return { text: files[0]?.after, count: fixed.length }
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
    const refused = applyFixes(texts, [rename])
    expect([textsAfter(refused.files), refused.fixed]).toEqual([texts, []])
    const free = findingWith(renameFile("licenses/A.yaml", "licenses/C.yaml"))
    expect([...textsAfter(applyFixes(texts, [free]).files).keys()]).toEqual(["licenses/C.yaml", "licenses/b.yaml"])
  })

  it("ignores a fix whose place does not exist", () => {
    expect(apply(values, replaceNode(inSource(file, { path: ["values", 7, "code"] }), "X"))).toEqual({
      text: values,
      count: 0
    })
  })
})

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
