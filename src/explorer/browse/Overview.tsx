import { deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { CatalogItem } from "../data/DataSource.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { compareVersions } from "../model/Catalog.ts"
import { refOf } from "../model/Item.ts"
import { findNotice, removedNotice } from "../model/Notice.ts"
import { NoticeList } from "../parts/ItemName.tsx"
import { DateText, Link, ReleaseLink } from "../parts/Link.tsx"
import { TaxonomyText, Translations } from "../parts/TaxonomyText.tsx"
import type { View } from "../views.ts"

const Overview = () => {
  const { taxonomy } = useRelease()
  return (
    <>
      <h1>
        <TaxonomyText of={taxonomy} name="title" />
      </h1>
      <p class="lead">
        <TaxonomyText of={taxonomy} name="description" />
      </p>
      <Contents />
      <ReleaseFacts />
      <Translations fields={vocabulary.taxonomy} translations={taxonomy.translations} />
      <DeprecatedItems />
    </>
  )
}

export const overviewView: View = { name: "", title: "Overview", component: Overview }

/** How much there is of each kind, with links. */
const Contents = () => {
  const { taxonomy } = useRelease()
  const { catalog } = useExplorer()
  const values = taxonomy.dimensions.reduce((count, dimension) => count + dimension.values.length, 0)
  const removed = catalog.items.filter(isRemoved).length
  const entries = [
    {
      view: "dimensions",
      count: taxonomy.dimensions.length,
      noun: "dimension",
      note: `with ${formatCount(values, "value")}`
    },
    { view: "licenses", count: taxonomy.licenses.length, noun: "base license", note: "templates for common deals" },
    { view: "rules", count: taxonomy.rules.length, noun: "rule", note: "what cannot be combined" },
    { view: "removed", count: removed, noun: "removed item", note: "of all releases, and what to use instead" }
  ]
  return (
    <ul class="contents" aria-label="Contents">
      {entries.map(({ count, note, noun, view }) => (
        <li key={view}>
          <Link to={[view]}>{formatCount(count, noun)}</Link> <span>{note}</span>
        </li>
      ))}
    </ul>
  )
}

const ReleaseFacts = () => {
  const { catalog } = useExplorer()
  const { isDraft, publishedAt, taxonomy, version } = useRelease()
  const entry = isDraft ? undefined : catalog.releaseOf.get(version)
  const changes = Object.values(entry?.changes ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <dl class="facts">
      <dt>{isDraft ? "Declared version" : "Release"}</dt>
      <dd>
        {version}
        {entry?.bump == null ? null : ` (a ${entry.bump} release)`}
      </dd>
      <dt>{isDraft ? "Checked" : "Published"}</dt>
      <dd>
        <DateText date={publishedAt} />
      </dd>
      <dt>Changes</dt>
      <dd>
        {isDraft ? (
          <Link to={["compare"]}>Compare with its base</Link>
        ) : entry?.base == null ? (
          <>
            <Link to={["compare"]}>Everything is new</Link>: it is the first release.
          </>
        ) : (
          <>
            <Link to={["compare", `v${entry.base}`]}>{formatCount(changes, "change")}</Link> since{" "}
            <ReleaseLink version={entry.base} />
          </>
        )}
      </dd>
      <dt>Namespace</dt>
      <dd>
        <code>{taxonomy.namespace}</code>
      </dd>
    </dl>
  )
}

/** Everything that a release deprecates, what to use instead, and until when it stays. */
const DeprecatedItems = () => {
  const release = useRelease()
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
          <NoticeList
            label="Deprecated items"
            items={deprecated.map(({ item }) => item)}
            noticeOf={(item) => findNotice(catalog, release, item, languages, today)}
          />
        </>
      )}
    </section>
  )
}

const RemovedPage = () => {
  const { catalog, languages } = useExplorer()
  const today = new Date().toISOString()
  const byRelease = [...Map.groupBy(catalog.items.filter(isRemoved), ({ removed_in = "" }) => removed_in)].toSorted(
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
          <NoticeList
            label={`Removed in ${version}`}
            items={items.map(refOf)}
            noticeOf={(item) => {
              const entry = catalog.itemOf.get(formatItem(item))
              return entry && { ...removedNotice(catalog, entry, languages, today), removal: undefined }
            }}
            hasSince={false}
          />
        </section>
      ))}
    </>
  )
}

export const removedView: View = { name: "removed", title: "Removed items", isHidden: true, component: RemovedPage }

const isRemoved = ({ removed_in }: CatalogItem): boolean => removed_in !== undefined
