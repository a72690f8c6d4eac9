import { assert, describe, it } from "@effect/vitest"
import { fixTree } from "../../../../src/build/fix/FixTree.ts"
import type { SourceTree } from "../../../../src/build/sources/SourceTree.ts"
import { backdated } from "../../../../src/domain/checks/DateChecks.ts"
import { licenseConflict } from "../../../../src/domain/checks/LicenseConflict.ts"
import { notAFile } from "../../../../src/domain/checks/source/SourceFiles.ts"
import {
  makeFinding,
  type Finding,
  renameFile,
  replaceNode,
  replaceSpan,
  type FixEdit,
  inHeader
} from "../../../../src/domain/Finding.ts"

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
