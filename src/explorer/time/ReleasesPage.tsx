import { useMemo } from "preact/hooks"
import { dayOf, deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import { asSentence } from "../../domain/Sentence.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { kindOrder, type KindText, kindTexts } from "../../report/changes/ChangeKinds.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { ReleaseEntry } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { type Catalog, formatDate, formatStatus } from "../model/Catalog.ts"
import { refOf } from "../model/Item.ts"
import { findNotice, type Notice, removedNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Badge, NoticeList } from "../parts/ItemName.tsx"
import { DateText, Link } from "../parts/Link.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import type { View } from "../views.ts"
import { WaiverList } from "./ChangeGroups.tsx"
import { isAddition } from "./Comparison.ts"

const ReleasesPage = () => {
  const { catalog } = useExplorer()
  const releases = useMemo(() => datedReleases(catalog), [catalog])
  const { showMore, shownCount } = useShownCount(releases.length)
  return (
    <>
      <h1>Releases</h1>
      <ComingDue />
      {releases.length === 0 ? <p>Nothing is released yet.</p> : <h2>Published</h2>}
      <ol class="past-releases" role="list">
        {releases.slice(0, shownCount).map((dated) => (
          <ReleaseItem key={dated.entry.release} dated={dated} />
        ))}
      </ol>
      {showMore}
    </>
  )
}

export const releasesView: View = { name: "releases", title: "Releases", component: ReleasesPage }

/** The majors that will end, and the items that the releases, or a working tree, deprecate. Nothing without any. */
export const ComingDue = ({ draft }: { readonly draft?: ShownRelease }) => {
  const { catalog, languages } = useExplorer()
  const ends = datedReleases(catalog).filter(({ end }) => end !== undefined && isAhead(end.date))
  const removals = useMemo(() => comingRemovals(catalog, draft, languages), [catalog, draft, languages])
  return ends.length + removals.size === 0 ? null : (
    <section aria-labelledby="due">
      <h2 id="due">Coming due</h2>
      {ends.map((dated) => (
        <EndText key={dated.entry.release} dated={dated} />
      ))}
      {removals.size > 0 && (
        <NoticeList label="Removals" items={[...removals.keys()]} noticeOf={(item) => removals.get(item)} />
      )}
    </section>
  )
}

/** What can go first comes first, what a newer major removed already comes last. */
export const comingRemovals = (catalog: Catalog, draft: ShownRelease | undefined, languages: Languages) => {
  const today = new Date().toISOString()
  const items =
    draft === undefined
      ? catalog.items.filter((entry) => entry.deprecated_in !== undefined && entry.removed_in === undefined).map(refOf)
      : deprecatedItems(draft.taxonomy).map(({ item }) => item)
  const rows = items.flatMap((item) => {
    const entry = catalog.itemOf.get(formatItem(item))
    const own = draft && findNotice(catalog, draft, item, languages, today)
    const notice = own ?? (entry && removedNotice(catalog, entry, languages, today))
    return notice === undefined ? [] : [[item, notice] as const]
  })
  return new Map(rows.toSorted(([, left], [, right]) => (rankOf(left) < rankOf(right) ? -1 : 1)))
}

const rankOf = ({ removal }: Notice): string => `${removal?.may_go === "removed" ? 1 : 0} ${removal?.date ?? ""}`

/** A release in the order of time. */
interface DatedRelease {
  readonly entry: ReleaseEntry
  /** The release of any major that was published before it. */
  readonly previous: ReleaseEntry | undefined
  /** The end of its major, announced or past, if it is the newest release of that. */
  readonly end: ReleaseEntry["end_of_life"]
}

/** All releases, the last published first. */
export const datedReleases = ({ releases }: Pick<Catalog, "releases">): ReadonlyArray<DatedRelease> => {
  const dated = releases.toSorted((left, right) => Date.parse(right.published_at) - Date.parse(left.published_at))
  return dated.map((entry, index) => ({
    entry,
    previous: dated[index + 1],
    end: releases.find((other) => majorOf(other) === majorOf(entry)) === entry ? entry.end_of_life : undefined
  }))
}

const majorOf = ({ release }: ReleaseEntry): string => release.slice(0, release.indexOf("."))

const EndText = ({ dated: { end, entry } }: { readonly dated: DatedRelease }) =>
  end === undefined ? null : (
    <p>
      Version {majorOf(entry)} {formatEnd(end.date, new Date().toISOString())}: <bdi>{asSentence(end.reason)}</bdi>
    </p>
  )

/** What the editors say of a release, paragraph by paragraph as they wrote it, and the facts about it. */
const NotesText = ({ notes }: { readonly notes: NonNullable<DatedRelease["entry"]["notes"]> }) => {
  const { approved_by, effective, proposed_by, references = [], summary } = notes
  return (
    <div class="release-notes">
      {summary.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>
          <bdi>{paragraph}</bdi>
        </p>
      ))}
      <p class="muted">
        {effective !== undefined && (
          <>
            Effective from <DateText date={effective} />.{" "}
          </>
        )}
        {proposed_by !== undefined && (
          <>
            Proposed by <bdi>{proposed_by}</bdi>.{" "}
          </>
        )}
        {approved_by !== undefined && (
          <>
            Approved by <bdi>{approved_by}</bdi>.
          </>
        )}
      </p>
      {references.map(({ title, url }) => (
        <p key={title}>{url === undefined ? <bdi>{title}</bdi> : <a href={url}>{title}</a>}</p>
      ))}
    </div>
  )
}

/** A release with its date, its state, and what it changed. */
const ReleaseItem = ({ dated }: { readonly dated: DatedRelease }) => {
  const { store } = useExplorer()
  const { entry, previous } = dated
  const { base, end_of_life: end, notes, published_at, release, status, waivers, withdrawn } = entry
  return (
    <li class="past-release">
      <p class="past-release-name">
        <Link to={[]} release={release}>
          {release}
        </Link>
        {status !== "superseded" && (
          <Badge kind={badgeKinds[status]}>
            {formatStatus(entry)}
            {status === "end-of-life" && end !== undefined && ` on ${formatDate(end.date)}`}
          </Badge>
        )}{" "}
        <span class="muted">
          <DateText date={published_at} />
          {previous !== undefined && `, ${formatGap(previous.published_at, published_at)} ${previous.release}`}:{" "}
          {formatOrigin(entry)}
        </span>
      </p>
      {withdrawn !== undefined && (
        <p class="past-release-withdrawn">
          Withdrawn on <DateText date={withdrawn.date} />: <bdi>{asSentence(withdrawn.reason)}</bdi>
        </p>
      )}
      {dated.end !== undefined && !isAhead(dated.end.date) && <EndText dated={dated} />}
      {notes !== undefined && <NotesText notes={notes} />}
      <ul class="past-release-changes" role="list">
        {formatChangeCounts(entry).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
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
    </li>
  )
}

const badgeKinds = { current: "added", withdrawn: "removed", "end-of-life": "warning" } as const

/** The time between two publications: "3 months after", or "on the same day as". */
export const formatGap = (from: string, to: string): string => {
  const [start, end] = [new Date(dayOf(from)), new Date(dayOf(to))]
  const years = end.getUTCFullYear() - start.getUTCFullYear()
  const months = years * 12 + end.getUTCMonth() - start.getUTCMonth() - Number(end.getUTCDate() < start.getUTCDate())
  const days = (end.getTime() - start.getTime()) / 86_400_000
  if (days === 0) return "on the same day as"
  if (months < 1) return `${formatCount(days, "day")} after`
  return `${months < 24 ? formatCount(months, "month") : formatCount(Math.floor(months / 12), "year")} after`
}

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
    .map(([kind, count]) => {
      const text = texts[kind]
      if (count === 1 && text !== undefined) return text.one
      return `${text?.many ?? kind}: ${count.toLocaleString("en")}`
    })
}

/** The end of a major: "ends on 1 March 2027", or "ended on …" if that is over. */
export const formatEnd = (date: string, today: string): string =>
  `${isAhead(date, today) ? "ends" : "ended"} on ${formatDate(date)}`

const isAhead = (date: string, today = new Date().toISOString()): boolean => dayOf(date) > dayOf(today)
