import { describe, expect, it } from "vitest"
import { formatFileChanges } from "../../../../src/cli/terminal/FileChanges.ts"

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
