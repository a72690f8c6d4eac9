import { formatCount } from "../../../report/text/PlainText.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { refOf } from "../../model/ItemAddress.ts"
import { removedNotice } from "../../model/Notice.ts"
import type { Release } from "../../model/Release.ts"
import { DateText } from "../../parts/DateText.tsx"
import { NoticeSentences } from "../../parts/DeprecationNotice.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { useShownCount } from "../changes/useShownCount.tsx"
import type { DeprecationSpan } from "./TimeLine.ts"

interface DeprecationItemProps {
  readonly span: DeprecationSpan
  /** The release in which links show the items. */
  readonly release: Release
  readonly today: string
}

/** The items that one release deprecated, with what replaces them and their removal. */
export const DeprecationItem = ({ release, span, today }: DeprecationItemProps) => {
  const { catalog, languages } = useExplorer()
  const { items, since } = span
  const { showMore, shownCount } = useShownCount(items.length)
  return (
    <li class="past-deprecation">
      <p>
        Deprecated in {since.release} on <DateText date={since.published_at} />
        {items.length > 1 && `: ${formatCount(items.length, "item")}`}
      </p>
      <ul role="list">
        {items.slice(0, shownCount).map((entry) => (
          <li key={`${entry.kind} ${entry.item}`}>
            <ItemName release={release} item={refOf(entry)} />{" "}
            <span class="deprecation-notice">
              <NoticeSentences release={release} notice={removedNotice(catalog, entry, languages, today)} />
            </span>
          </li>
        ))}
      </ul>
      {showMore}
    </li>
  )
}
