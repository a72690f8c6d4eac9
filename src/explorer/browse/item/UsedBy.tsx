import { toItemId, type ItemRef } from "../../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../../report/text/CountText.ts"
import type { Release } from "../../model/Release.ts"
import { findUsers } from "../../model/Uses.ts"
import { ItemName } from "../../parts/ItemName.tsx"

/** The licenses that set an item, the rules that depend on it, and the items that it replaces. */
export const UsedBy = ({ item, release }: { readonly release: Release; readonly item: ItemRef }) => {
  const { licenses, replaces, rules } = findUsers(release.taxonomy, item)
  return (
    <section aria-label="Used by">
      <h2>Used by</h2>
      {licenses.length + rules.length + replaces.length === 0 ? (
        <p>No base license sets it, and no rule depends on it.</p>
      ) : null}
      {licenses.length === 0 ? null : (
        <details open={licenses.length <= maxOpen}>
          <summary>{formatCount(licenses.length, "base license")}</summary>
          <ul class="item-list">
            {licenses.map(({ flag, license }) => (
              <li key={toItemId(license)}>
                <ItemName release={release} item={license} />
                {flag === undefined ? null : <strong> says {flag ? "yes" : "no"}</strong>}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ItemList release={release} title={formatCount(rules.length, "rule")} items={rules} />
      <ItemList release={release} title={`Replaces ${formatCount(replaces.length, "item")}`} items={replaces} />
    </section>
  )
}

/** Longer lists are closed at first. */
const maxOpen = 10

interface ItemListProps {
  readonly release: Release
  readonly title: string
  readonly items: ReadonlyArray<ItemRef>
}

const ItemList = ({ items, release, title }: ItemListProps) =>
  items.length === 0 ? null : (
    <details open={items.length <= maxOpen}>
      <summary>{title}</summary>
      <ul class="item-list">
        {items.map((item) => (
          <li key={toItemId(item)}>
            <ItemName release={release} item={item} />
          </li>
        ))}
      </ul>
    </details>
  )
