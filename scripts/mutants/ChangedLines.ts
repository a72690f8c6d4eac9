import type { LineRange } from "./LineRange.ts"

/** The lines that `git diff --unified=0 --no-prefix` reports as added or changed. */
export const readChangedLines = (diff: string): ReadonlyArray<LineRange> => {
  const ranges: Array<LineRange> = []
  let file: string | undefined
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) file = line === "+++ /dev/null" ? undefined : line.slice(4)
    const [, start, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (file === undefined || start === undefined || count === "0") continue
    ranges.push({ file, first: Number(start), last: Number(start) + Number(count) - 1 })
  }
  return ranges
}
