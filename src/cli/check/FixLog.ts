import { locate, type LocatedFinding, type Roots } from "../../build/diagnostics/SourceLocation.ts"
import type { FixedFile, FixRound } from "../../build/fix/FixTree.ts"
import { joinRoot } from "../../build/sources/SourceLayout.ts"
import { messageOf } from "../../report/FindingText.ts"
import { visibleText } from "../../report/text/PlainText.ts"
import { compareLines } from "../terminal/ChangedLines.ts"

/** What was fixed: the findings of each file with their lines, and below them what changed. */
export const formatFixes = (rounds: ReadonlyArray<FixRound>, roots: Roots, isDryRun: boolean): string => {
  const findings = rounds.reduce((sum, { fixed }) => sum + fixed.length, 0)
  const count = `${findings} ${findings === 1 ? "finding" : "findings"}`
  const head = isDryRun ? `Would fix ${count}. Nothing was written:` : `Fixed ${count}:`
  return [head, ...rounds.flatMap((round) => formatRound(round, roots))].join("\n")
}

const formatRound = ({ files, fixed, tree }: FixRound, roots: Roots): ReadonlyArray<string> => {
  const located = Map.groupBy(locate(tree, roots, fixed), ({ place }) => place.file)
  return files.flatMap((changed) => {
    const { file, renamedTo } = changed
    return [
      ...(located.get(joinRoot(roots.sources, file)) ?? []).map(formatFinding),
      ...(renamedTo === undefined ? [] : [`    renamed to ${joinRoot(roots.sources, renamedTo)}`]),
      ...changedLines(changed)
    ]
  })
}

const formatFinding = (finding: LocatedFinding): string =>
  `  ${finding.place.file}:${finding.place.line}: ${messageOf(finding)}`

const changedLines = ({ after, before }: FixedFile): ReadonlyArray<string> =>
  compareLines(linesOf(before), linesOf(after)).flatMap(({ added, removed }) => [
    ...removed.map((line) => `    - ${line}`),
    ...added.map((line) => `    + ${line}`)
  ])

const linesOf = (text: string): Array<string> => text.split(/\r?\n/).map((line) => visibleText(line.trim()))
