import { type Change, removedItem } from "../../../domain/change/Change.ts"
import { formatItem } from "../../../domain/taxonomy/ItemRef.ts"
import { capitalize } from "../../../report/changes/ChangeKinds.ts"
import { describeChange, type ChangeDetail } from "../../../report/changes/ChangeText.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { NoticeSentences } from "../../parts/DeprecationNotice.tsx"
import { ItemLink } from "../../parts/ItemLink.tsx"
import { releaseNameOf, type Comparison } from "../compare/Comparison.ts"
import { findChangeNotice } from "./ChangeNotice.ts"
import { RedlineText } from "./RedlineText.tsx"

interface ChangeEntryProps {
  readonly change: Change
  readonly comparison: Comparison
}

/** A change in the words of the reports. */
export const ChangeEntry = ({ change, comparison }: ChangeEntryProps) => {
  const { after, before, items } = comparison
  const { details, item, label, note } = describeChange(change, items)
  const release = removedItem(change) === undefined ? after : (before ?? after)
  return (
    <li class="change">
      {item !== undefined && (
        <p>
          <ItemLink item={item} release={releaseNameOf(release)}>
            <bdi>{label ?? formatItem(item)}</bdi>
          </ItemLink>{" "}
          {label !== undefined && label !== formatItem(item) && <code>{formatItem(item)}</code>}
        </p>
      )}
      <ChangeNote change={change} comparison={comparison} note={note} />
      {details.length > 0 && (
        <dl class="change-details">
          {details.map((detail) => (
            <div key={detail.name}>
              <dt dir="auto">{detail.name}</dt>
              <dd>{renderDetail(detail)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const renderDetail = (detail: ChangeDetail) =>
  "text" in detail ? <span dir="auto">{detail.text}</span> : <RedlineText before={detail.before} after={detail.after} />

/** What replaces an item that goes, why, and when. Of other items, what there is to say beside the change. */
const ChangeNote = ({ change, comparison, note }: ChangeEntryProps & { readonly note: string }) => {
  const { catalog, languages } = useExplorer()
  const notice = findChangeNotice(catalog, comparison, change, languages, new Date().toISOString())
  if (notice !== undefined) {
    return (
      <p>
        <NoticeSentences release={comparison.after} notice={notice} />
      </p>
    )
  }
  return note === "" ? null : <p dir="auto">{capitalize(note)}</p>
}
