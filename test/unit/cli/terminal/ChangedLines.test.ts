import { describe, expect, it } from "vitest"
import { formatFileChanges, compareLines, type ChangedLines } from "../../../../src/cli/terminal/ChangedLines.ts"
import { makeRandom } from "../../../support/YamlMutator.ts"

const format = (before: string | undefined, after: string): string =>
  formatFileChanges([{ file: "taxonomy-src/a.yaml", before, after }], false)

describe("formatFileChanges", () => {
  it("shows the changed lines with their place", () => {
    expect(format("a: 1\r\nb: 2\r\n", "a: 1\r\nb: 3\r\n")).toBe(
      "Changed in taxonomy-src/a.yaml, line 2:\n  - b: 2\n  + b: 3"
    )
    expect(format(undefined, "a: 1\n")).toBe("New file taxonomy-src/a.yaml:\n  + a: 1")
  })

  it("shows control characters instead of sending them to the terminal", () => {
    expect(format("a: 1\n", "a: 1 # \u{1B}]0;x\u{7}\u{202E}\n")).toContain("+ a: 1 # ␛]0;x␇\u{FFFD}")
  })
})

const apply = (before: ReadonlyArray<string>, changes: ReadonlyArray<ChangedLines>): ReadonlyArray<string> =>
  changes.reduce<ReadonlyArray<string>>((lines, { added, line, removed }) => {
    expect(lines.slice(line - 1, line - 1 + removed.length)).toEqual(removed)
    return lines.toSpliced(line - 1, removed.length, ...added)
  }, before)

describe("compareLines", () => {
  it("finds changed, added and removed lines with their place", () => {
    expect(compareLines(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"])).toEqual([
      { line: 2, removed: ["b"], added: ["x"] },
      { line: 5, removed: [], added: ["e"] }
    ])
    expect(compareLines(["a", "b"], ["b"])).toEqual([{ line: 1, removed: ["a"], added: [] }])
  })

  it("leads from one text to the other, whatever they are", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = makeRandom(seed)
      const lines = () => Array.from({ length: 12 }, () => random.pick(["a", "b", "c", "d", "e", "f", "g", "h"]))
      const [before, after] = [lines(), random.chance(0.3) ? lines().slice(3) : lines()]
      expect(apply(before, compareLines(before, after))).toEqual(after)
    }
  })

  it("compares a long list in which every entry changes", () => {
    const entries = (label: string) =>
      Array.from({ length: 20_000 }, (_, index) => [`code: ${index}`, `label: ${label} ${index}`]).flat()
    expect(compareLines(entries("A"), entries("B"))).toHaveLength(20_000)
  })
})
