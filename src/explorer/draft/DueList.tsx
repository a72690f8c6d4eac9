import { asSentence } from "../../domain/Sentence.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { DateText } from "../parts/DateText.tsx"
import { InsteadText } from "../parts/InsteadText.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { useShownCount } from "../time/changes/useShownCount.tsx"
import { arrangeDue, formatRemovalDue, type RemovalDue, type ReportedDue } from "./DueText.ts"
import { findSubject } from "./SubjectItem.ts"

interface DueListProps {
  readonly coming: ReadonlyArray<ReportedDue>
  readonly draft: Release
}

/** What will disappear, the earliest first. */
export const DueList = ({ coming, draft }: DueListProps) => {
  const due = arrangeDue(coming)
  const { showMore, shownCount } = useShownCount(due.length)
  return (
    <>
      <ul class="due-list" role="list">
        {due.slice(0, shownCount).map((each) =>
          each.kind === "removal" ? (
            <Removal key={`removal ${each.item}`} due={each} draft={draft} />
          ) : (
            <li key={`end ${each.major}`}>
              Version {each.major} ends on <DateText date={each.date} />: <bdi>{asSentence(each.reason)}</bdi>
            </li>
          )
        )}
      </ul>
      {showMore}
    </>
  )
}

const Removal = ({ draft, due }: { readonly due: RemovalDue; readonly draft: Release }) => {
  const { catalog } = useExplorer()
  const { item: subject, label, reason, replaced_by, replacement_mode } = due
  const item = findSubject(catalog, draft, subject)
  const replacements = item === undefined ? [] : replacementItems(item, { replaced_by })
  return (
    <li>
      {item === undefined ? <bdi>{label}</bdi> : <ItemName release={draft} item={item} />} {formatRemovalDue(due)}.{" "}
      <InsteadText
        release={draft}
        replacements={replacements}
        isAllOf={replacement_mode === "all_of"}
        reason={reason === null ? undefined : { text: reason, language: undefined }}
      />
    </li>
  )
}
