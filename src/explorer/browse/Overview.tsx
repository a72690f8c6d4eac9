import { Fragment } from "preact"
import { listSome } from "../../domain/Sentence.ts"
import { formatItem, licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { groupChanges } from "../../report/changes/ChangeKinds.ts"
import { describeChange } from "../../report/changes/ChangeText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { CatalogItem } from "../data/DataSource.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { compareVersions, formatDate } from "../model/Catalog.ts"
import { refOf } from "../model/Item.ts"
import { removedNotice } from "../model/Notice.ts"
import { Loading } from "../parts/Failure.tsx"
import { ItemName, NoticeList } from "../parts/ItemName.tsx"
import { DateText, Link, ReleaseLink } from "../parts/Link.tsx"
import { TaxonomyText, Translations } from "../parts/TaxonomyText.tsx"
import { findBase } from "../time/ComparePage.tsx"
import { readComparison } from "../time/Comparison.ts"
import { ComingDue, NotesText } from "../time/ReleasesPage.tsx"
import type { View } from "../views.ts"

/** What is in force, what changed and what comes, and where to read on. */
const Overview = () => {
  const release = useRelease()
  const { taxonomy } = release
  return (
    <>
      <h1>
        <TaxonomyText of={taxonomy} name="title" />
      </h1>
      <p class="lead">
        <TaxonomyText of={taxonomy} name="description" />
      </p>
      <button
        type="button"
        class="search-button"
        onClick={() => document.querySelector<HTMLElement>("#search")?.focus()}
      >
        Search terms, licenses and definitions <kbd aria-hidden="true">/</kbd>
      </button>
      <div class="cards">
        <InForce />
        <Contents />
      </div>
      <LastChanges />
      <ComingDue of={release} />
      <NewestNotes />
      <LicenseLinks />
      <Translations fields={vocabulary.taxonomy} translations={taxonomy.translations} />
    </>
  )
}

export const overviewView: View = { name: "", title: "Overview", area: "read", component: Overview }

/** The newest release, and the shown one if that is another. */
const InForce = () => {
  const { catalog } = useExplorer()
  const { latest } = catalog
  const { isDraft, publishedAt, version } = useRelease()
  const isOther = isDraft || version !== latest?.release
  return (
    <>
      {isOther && (
        <section class="card">
          <h2>{isDraft ? "You read the draft of" : "You read"}</h2>
          <p class="card-figure">{version}</p>
          <p>
            {isDraft ? "Checked on" : "Published on"} <DateText date={publishedAt} />.
          </p>
        </section>
      )}
      {latest !== undefined && (
        <section class="card">
          <h2>In force</h2>
          <p class="card-figure">
            <Link to={[]} release={latest.release}>
              {latest.release}
            </Link>
          </p>
          <p>
            Published on <DateText date={latest.published_at} />.
            {latest.notes?.effective !== undefined && ` Effective from ${formatDate(latest.notes.effective)}.`}
          </p>
          <p>
            {latest.end_of_life === undefined
              ? "No end of life is announced."
              : `End of life: ${formatDate(latest.end_of_life.date)}.`}
          </p>
        </section>
      )}
    </>
  )
}

/** How much there is of each kind, with links. */
const Contents = () => {
  const { taxonomy } = useRelease()
  const { catalog } = useExplorer()
  const values = taxonomy.dimensions.reduce((count, dimension) => count + dimension.values.length, 0)
  const entries = [
    ["licenses", taxonomy.licenses.length, "base license"],
    ["dimensions", taxonomy.dimensions.length, "dimension"],
    ["rules", taxonomy.rules.length, "rule"],
    ["removed", catalog.items.filter(isRemoved).length, "removed item"]
  ] as const
  return (
    <section class="card">
      <h2>Contents</h2>
      {entries.map(([view, count, noun]) => (
        <p key={view}>
          <Link to={[view]}>{formatCount(count, noun)}</Link>
          {view === "dimensions" && ` with ${formatCount(values, "value")}`}
        </p>
      ))}
    </section>
  )
}

/** What the shown release changed of its base, by kind with the items. */
const LastChanges = () => {
  const release = useRelease()
  const { catalog, store } = useExplorer()
  const base = findBase(catalog, release)
  const comparison = useLoaded(
    async () => (base === undefined ? undefined : readComparison(store, catalog, await store.release(base), release)),
    [store, catalog, release, base]
  ).value
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">What changed{base === undefined ? "" : ` since ${base}`}</h2>
      {base === undefined ? (
        <p>Everything is new: it is the first release.</p>
      ) : comparison === undefined ? (
        <Loading />
      ) : comparison.changes.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <>
          <dl class="facts">
            {groupChanges(comparison.changes)
              .slice(0, maxGroups)
              .map(({ bump, changes, title }) => (
                <Fragment key={`${bump} ${title}`}>
                  <dt>{title}</dt>
                  <dd>
                    {listSome(
                      changes.map((change) => describeChange(change, comparison.items).label ?? "the taxonomy"),
                      maxNamed
                    )}
                  </dd>
                </Fragment>
              ))}
          </dl>
          <p>
            <Link to={["compare"]}>Show {formatCount(comparison.changes.length, "change")}</Link>
          </p>
        </>
      )}
    </section>
  )
}

const maxGroups = 6
const maxNamed = 5

/** What the editors say of the newest release with notes, up to the shown one. */
const NewestNotes = () => {
  const { catalog } = useExplorer()
  const { isDraft, version } = useRelease()
  const entry = catalog.releases.find(
    ({ notes, release }) => notes !== undefined && (isDraft || compareVersions(release, version) <= 0)
  )
  return entry?.notes === undefined ? null : (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes of {entry.release}</h2>
      <NotesText notes={entry.notes} />
    </section>
  )
}

const LicenseLinks = () => {
  const { licenses } = useRelease().taxonomy
  return licenses.length === 0 ? null : (
    <section aria-labelledby="licenses">
      <h2 id="licenses">Base licenses</h2>
      <ul class="columns">
        {licenses.slice(0, maxLinks).map(({ code }) => (
          <li key={code}>
            <ItemName item={licenseRef(code)} />
          </li>
        ))}
      </ul>
      {licenses.length > maxLinks && (
        <p>
          <Link to={["licenses"]}>All {formatCount(licenses.length, "license")}</Link>
        </p>
      )}
    </section>
  )
}

const maxLinks = 60

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

export const removedView: View = { name: "removed", title: "Removed items", area: "read", component: RemovedPage }

const isRemoved = ({ removed_in }: CatalogItem): boolean => removed_in !== undefined
