import type { CatalogItem } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { compareVersions } from "../model/Catalog.ts"
import { refOf } from "../model/ItemAddress.ts"
import { removedNotice } from "../model/Notice.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { ItemRow } from "../parts/ItemName.tsx"
import { ReleaseLink } from "../parts/Link.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import type { View } from "../views.ts"

const RemovedPage = () => {
  const { catalog, languages } = useExplorer()
  const today = new Date().toISOString()
  const byRelease = [...Map.groupBy(catalog.items.filter(isRemoved), ({ removed_in }) => removed_in)].toSorted(
    ([left], [right]) => compareVersions(right, left)
  )
  return (
    <>
      <h1>Removed items</h1>
      <p>The code of a removed item stays reserved. Earlier releases keep the item and its meaning.</p>
      {byRelease.length === 0 ? <p>No release has removed an item.</p> : null}
      {byRelease.map(([version, items]) => (
        <section key={version}>
          <h2>
            Removed in <ReleaseLink version={version} />
          </h2>
          <VirtualList
            label={`Removed in ${version}`}
            rows={items}
            keyOf={({ item, kind }) => `${kind} ${item}`}
            rowHeight={6.5}
            renderRow={(entry) => (
              <ItemRow item={refOf(entry)} isTall>
                <NoticeSentences notice={{ ...removedNotice(catalog, entry, languages, today), removal: undefined }} />
              </ItemRow>
            )}
          />
        </section>
      ))}
    </>
  )
}

export const removedView: View = {
  name: "removed",
  title: "Removed items",
  isInNavigation: false,
  component: RemovedPage
}

const isRemoved = (entry: CatalogItem): entry is CatalogItem & { readonly removed_in: string } =>
  entry.removed_in !== undefined
