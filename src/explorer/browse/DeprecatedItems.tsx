import { deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { findNotice, formatSince } from "../model/Notice.ts"
import type { Release } from "../model/Release.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { ItemRow } from "../parts/ItemRow.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"

/** Everything that a release deprecates, what to use instead, and until when it stays. */
export const DeprecatedItems = ({ release }: { readonly release: Release }) => {
  const { catalog, languages } = useExplorer()
  const today = new Date().toISOString()
  const deprecated = deprecatedItems(release.taxonomy)
  return (
    <section>
      <h2>Deprecated</h2>
      {deprecated.length === 0 ? (
        <p>{release.isDraft ? "The working tree" : "This release"} deprecates nothing.</p>
      ) : (
        <>
          <p>{formatCount(deprecated.length, "item")}, still valid, but announced to be removed.</p>
          <VirtualList
            label="Deprecated items"
            rows={deprecated}
            keyOf={({ item }) => toItemId(item)}
            rowHeight={6.5}
            renderRow={({ item }) => {
              const notice = findNotice(catalog, release, item, languages, today)
              return (
                <ItemRow release={release} item={item} isTall>
                  {notice === undefined ? null : (
                    <>
                      {formatSince(notice)} <NoticeSentences release={release} notice={notice} />
                    </>
                  )}
                </ItemRow>
              )
            }}
          />
        </>
      )}
    </section>
  )
}
