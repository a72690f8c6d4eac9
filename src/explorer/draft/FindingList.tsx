import type { DraftBody } from "../data/DraftBody.ts"
import type { Release } from "../model/Release.ts"
import { useShownCount } from "../time/changes/useShownCount.tsx"
import { FindingEntry } from "./FindingEntry.tsx"
import { arrangeFindings, formatPlace, type ReportedFinding } from "./Findings.ts"

interface FindingListProps {
  readonly findings: ReadonlyArray<ReportedFinding>
  readonly body: DraftBody
  readonly draft: Release | undefined
  readonly hasSubject?: boolean
}

/** Findings, errors first. */
export const FindingList = ({ findings, ...others }: FindingListProps) => {
  const groups = arrangeFindings(findings)
  const { showMore, shownCount } = useShownCount(groups.length)
  return (
    <>
      <ul class="findings" role="list">
        {groups.slice(0, shownCount).map((finding) => (
          // The same finding keeps its elements, and so the focus, if a save moves it to another line.
          <FindingEntry key={keyOf(finding)} finding={finding} {...others} />
        ))}
      </ul>
      {showMore}
    </>
  )
}

const keyOf = (finding: ReportedFinding): string =>
  [finding.rule, finding.subject ?? formatPlace(finding), finding.message].join("\n")
