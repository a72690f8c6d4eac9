import { toItemId, type ItemRef } from "../../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../../report/text/PlainText.ts"
import type { Release } from "../../model/Release.ts"
import { findUsers, type Use } from "../../model/Uses.ts"
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
      <Uses release={release} title={formatCount(licenses.length, "base license")} uses={licenses} />
      <Uses release={release} title={formatCount(rules.length, "rule")} uses={rules} />
      <Uses release={release} title={`Replaces ${formatCount(replaces.length, "item")}`} uses={replaces} />
    </section>
  )
}

/** Longer lists are closed at first. */
const maxOpen = 10

interface UsesProps {
  readonly release: Release
  readonly title: string
  readonly uses: ReadonlyArray<Use>
}

const Uses = ({ release, title, uses }: UsesProps) =>
  uses.length === 0 ? null : (
    <details open={uses.length <= maxOpen}>
      <summary>{title}</summary>
      <ul class="item-list">
        {uses.map(({ by, flag }) => (
          <li key={toItemId(by)}>
            <ItemName release={release} item={by} />
            {flag === undefined ? null : <strong> says {flag ? "yes" : "no"}</strong>}
          </li>
        ))}
      </ul>
    </details>
  )
