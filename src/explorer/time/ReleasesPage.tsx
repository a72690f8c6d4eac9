import { useMemo } from "preact/hooks"
import { dayOf, deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import { asSentence } from "../../domain/Sentence.ts"
import { dimensionRef, formatItem, isSameItem, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { kindOrder, type KindText, kindTexts } from "../../report/changes/ChangeKinds.ts"
import type { ReleaseEntry } from "../data/DataSource.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { type Catalog, formatStatus } from "../model/Catalog.ts"
import { refOf } from "../model/Item.ts"
import { findNotice, type Notice, removedNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Badge, ItemName, NoticeSentences } from "../parts/ItemName.tsx"
import { DateText, Link } from "../parts/Link.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import type { View } from "../views.ts"
import { WaiverList } from "./ChangeGroups.tsx"
import { isAddition } from "./Comparison.ts"

const ReleasesPage = () => {
  const { catalog } = useExplorer()
  const events = useMemo(() => pastEvents(catalog, new Date().toISOString()), [catalog])
  const { showMore, shownCount } = useShownCount(events.length)
  return (
    <>
      <h1>Releases</h1>
      <ComingDue />
      {events.length === 0 ? <p>Nothing is released yet.</p> : <h2>Published</h2>}
      <ol class="dated" role="list">
        {events.slice(0, shownCount).map(({ date, entry, kind }) => (
          <li key={`${kind} ${entry.release}`}>
            <DateText date={date} />
            {kind === "published" ? (
              <ReleaseItem entry={entry} />
            ) : (
              <p class={`past-release-${kind}`}>
                {kind === "withdrawn" ? `${entry.release} was withdrawn` : `Version ${majorOf(entry)} ended`}:{" "}
                <bdi>{asSentence((kind === "withdrawn" ? entry.withdrawn : entry.end_of_life)?.reason ?? "")}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      {showMore}
    </>
  )
}

export const releasesView: View = { name: "releases", title: "Releases", area: "read", component: ReleasesPage }

/** A release, its withdrawal, or the end of its major. */
interface PastEvent {
  readonly kind: "published" | "withdrawn" | "ended"
  /** ISO 8601. */
  readonly date: string
  readonly entry: ReleaseEntry
}

/** Everything that happened until a day, the last first. */
export const pastEvents = ({ releases }: Pick<Catalog, "releases">, today: string): ReadonlyArray<PastEvent> =>
  releases
    .flatMap((entry): ReadonlyArray<PastEvent> => {
      const end = endOf(releases, entry)
      return [
        { kind: "published", date: entry.published_at, entry },
        ...(entry.withdrawn ? [{ kind: "withdrawn" as const, date: entry.withdrawn.date, entry }] : []),
        ...(end === undefined || isAhead(end.date, today) ? [] : [{ kind: "ended" as const, date: end.date, entry }])
      ]
    })
    .toSorted((left, right) => Date.parse(right.date) - Date.parse(left.date))

/** The end of a major, announced or past, if a release is the newest of it. */
const endOf = (releases: ReadonlyArray<ReleaseEntry>, entry: ReleaseEntry): ReleaseEntry["end_of_life"] =>
  releases.find((other) => majorOf(other) === majorOf(entry)) === entry ? entry.end_of_life : undefined

/** The majors that will end, and the items that a release, or any of them, deprecates. Nothing without any. */
export const ComingDue = ({ of }: { readonly of?: ShownRelease }) => {
  const { catalog, languages } = useExplorer()
  const { taxonomy } = useRelease()
  const removals = useMemo(() => comingRemovals(catalog, of, languages), [catalog, of, languages])
  const ranks = new Map([...removals].map(([item, notice]) => [formatItem(item), rankOf(notice)]))
  const rows = [
    ...catalog.releases.flatMap((entry) => {
      const end = endOf(catalog.releases, entry)
      return end !== undefined && isAhead(end.date) ? [{ rank: `0 ${end.date}`, end, entry }] : []
    }),
    ...[...removals].flatMap(([item, notice]) => {
      const [rank, owner] = [rankOf(notice), snapshotOf(taxonomy).ownerOf(item)]
      // A value that two dimensions share is deprecated in both.
      const isShared = !isSameItem(owner, item) && ranks.get(formatItem(owner)) === rank
      return isShared ? [] : [{ rank, item, notice }]
    })
  ].toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
  const { showMore, shownCount } = useShownCount(rows.length)
  return rows.length === 0 ? null : (
    <section aria-labelledby="due">
      <h2 id="due">Coming due</h2>
      <ol class="dated" role="list" aria-label="Coming due">
        {rows.slice(0, shownCount).map((row) =>
          "entry" in row ? (
            <li key={row.entry.release}>
              <DateText date={row.end.date} />
              <p>
                Version {majorOf(row.entry)} ends: <bdi>{asSentence(row.end.reason)}</bdi>
              </p>
            </li>
          ) : (
            <li key={toItemId(row.item)}>
              {row.notice.removal === undefined ? <span>No date</span> : <DateText date={row.notice.removal.date} />}
              <p>
                <ItemName item={row.item} />
                {row.item._tag === "Value" && (
                  <>
                    {" "}
                    of <ItemName item={dimensionRef(row.item.dimension)} />
                  </>
                )}
                . <NoticeSentences notice={row.notice} />
              </p>
            </li>
          )
        )}
      </ol>
      {showMore}
    </section>
  )
}

/** What can go first comes first, what a newer major removed already comes last. */
export const comingRemovals = (catalog: Catalog, of: ShownRelease | undefined, languages: Languages) => {
  const today = new Date().toISOString()
  const items =
    of === undefined
      ? catalog.items.filter((entry) => entry.deprecated_in !== undefined && entry.removed_in === undefined).map(refOf)
      : deprecatedItems(of.taxonomy).map(({ item }) => item)
  const rows = items.flatMap((item) => {
    const entry = catalog.itemOf.get(formatItem(item))
    const own = of && findNotice(catalog, of, item, languages, today)
    const notice = own ?? (entry && removedNotice(catalog, entry, languages, today))
    return notice === undefined ? [] : [[item, notice] as const]
  })
  return new Map(rows.toSorted(([, left], [, right]) => (rankOf(left) < rankOf(right) ? -1 : 1)))
}

const rankOf = ({ removal }: Notice): string => `${removal?.may_go === "removed" ? 1 : 0} ${removal?.date ?? ""}`

const majorOf = ({ release }: ReleaseEntry): string => release.slice(0, release.indexOf("."))

/** What the editors say of a release, in the Markdown of notes, and the facts about it. */
export const NotesText = ({ notes }: { readonly notes: NonNullable<ReleaseEntry["notes"]> }) => {
  const { approved_by, effective, proposed_by, references = [], summary } = notes
  const facts = [
    ["Effective from", effective && <DateText date={effective} />],
    ["Proposed by", proposed_by && <bdi>{proposed_by}</bdi>],
    ["Approved by", approved_by && <bdi>{approved_by}</bdi>]
  ].flatMap(([words, fact]) => (fact ? [words, " ", fact, ". "] : []))
  return (
    <div class="release-notes">
      {summary.split(/\n{2,}/).map(renderBlock)}
      {facts.length > 0 && <p class="muted">{facts}</p>}
      {references.map(({ title, url }) => (
        <p key={title}>{url === undefined ? <bdi>{title}</bdi> : <a href={url}>{title}</a>}</p>
      ))}
    </div>
  )
}

/** A paragraph or a list. Other Markdown stays as it is written. */
const renderBlock = (block: string) => {
  const [before = "", ...items] = block.split(/^[-*] +/m)
  return (
    <div key={block} dir="auto">
      {before.trim() !== "" && <p>{renderWords(before)}</p>}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item}>{renderWords(item)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Text in which words are strong, emphasized or codes. */
export const renderWords = (text: string) =>
  text.split(/(\*\*\S.*?\*\*|\*\S.*?\*|`.+?`)/s).map((part, index) => {
    if (index % 2 === 0) return part
    const Mark = part.startsWith("**") ? "strong" : part.startsWith("*") ? "em" : "code"
    return <Mark key={index}>{part.replaceAll(/^[*`]+|[*`]+$/g, "")}</Mark>
  })

/** A release with its state, and what it changed. */
const ReleaseItem = ({ entry }: { readonly entry: ReleaseEntry }) => {
  const { store } = useExplorer()
  const { base, notes, release, status, waivers } = entry
  return (
    <div class="past-release">
      <p class="past-release-name">
        <Link to={[]} release={release}>
          {release}
        </Link>
        {status !== "superseded" && <Badge kind={badgeKinds[status]}>{formatStatus(entry)}</Badge>}{" "}
        <span class="muted">{formatOrigin(entry)}</span>
      </p>
      {notes !== undefined && <NotesText notes={notes} />}
      <p>{formatChangeCounts(entry).join(" · ")}</p>
      <WaiverList waivers={waivers} />
      <p class="past-release-links">
        <Link to={["compare", ...(base === null ? [] : [`v${base}`])]} release={release}>
          {base === null ? `Changes of ${release}` : `Changes from ${base} to ${release}`}
        </Link>
        {store.schemaAddress !== undefined && (
          <>
            {" · "}
            <a href={store.schemaAddress(release)}>Data of {release} as JSON</a>
          </>
        )}
      </p>
    </div>
  )
}

const badgeKinds = { current: "added", withdrawn: "removed", "end-of-life": "warning" } as const

/** How a release follows from another: "minor release of 1.1.0", or "first release". */
export const formatOrigin = ({ base, bump }: ReleaseEntry): string =>
  base === null ? "first release" : bump === null ? `made from ${base}` : `${bump} release of ${base}`

/** The number of changes by kind in words, in the order in which a reader needs them: "Values removed: 2". */
export const formatChangeCounts = ({ base, changes }: ReleaseEntry): ReadonlyArray<string> => {
  const counts = Object.entries(changes).filter(([kind, count]) => count > 0 && (base !== null || isAddition(kind)))
  const texts: Readonly<Record<string, KindText>> = kindTexts
  const order = [...kindOrder, ...counts.map(([kind]) => kind)]
  return counts
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([kind, count]) =>
      count === 1 && texts[kind] ? texts[kind].one : `${texts[kind]?.many ?? kind}: ${count.toLocaleString("en")}`
    )
}

const isAhead = (date: string, today = new Date().toISOString()): boolean => dayOf(date) > dayOf(today)
