import { useMemo } from "preact/hooks"
import { asSentence } from "../../domain/Sentence.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { ReleaseEntry } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { formatStatus } from "../model/Catalog.ts"
import { refOf } from "../model/ItemAddress.ts"
import { forecastRemoval, removedNotice } from "../model/Notice.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { DateText, Link } from "../parts/Link.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import type { View } from "../views.ts"
import { WaiverList } from "./ChangeGroups.tsx"
import {
  formatChangeCounts,
  formatEnd,
  formatOrigin,
  makeTimeLine,
  type DeprecationSpan,
  type MajorLine
} from "./TimeLine.ts"

const TimeLinePage = () => {
  const { catalog } = useExplorer()
  const today = useMemo(() => new Date().toISOString(), [])
  const lines = useMemo(
    () => makeTimeLine(catalog, (entry) => forecastRemoval(catalog, refOf(entry), today)),
    [catalog, today]
  )
  return (
    <>
      <h1>Releases</h1>
      {lines.length === 0 ? <p>Nothing is released yet.</p> : null}
      {lines.map((line) => (
        <Line key={line.major} line={line} today={today} />
      ))}
    </>
  )
}

export const timeLineView: View = { name: "releases", title: "Releases", isInNavigation: true, component: TimeLinePage }

interface LineProps {
  readonly line: MajorLine
  readonly today: string
}

const Line = ({ line, today }: LineProps) => {
  const { deprecations, endOfLife, major, releases } = line
  const { showMore, shownCount } = useShownCount(releases.length)
  return (
    <section aria-labelledby={`version-${major}`}>
      <h2 id={`version-${major}`}>Version {major}</h2>
      {endOfLife !== undefined && (
        <p>
          Version {major} {formatEnd(endOfLife.date, today)}: <bdi>{asSentence(endOfLife.reason)}</bdi>
        </p>
      )}
      <ol class="past-releases" role="list">
        {releases.slice(0, shownCount).map((entry) => (
          <ReleaseItem key={entry.release} entry={entry} />
        ))}
      </ol>
      {showMore}
      {deprecations.length > 0 && (
        <>
          <h3>Deprecations of version {major}</h3>
          <ul class="past-deprecations" role="list">
            {deprecations.map((span, index) => (
              <DeprecationItem key={index} span={span} today={today} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** A release in the list of its line. */
const ReleaseItem = ({ entry }: { readonly entry: ReleaseEntry }) => {
  const { store } = useExplorer()
  const { base, published_at, release, status, waivers, withdrawn } = entry
  return (
    <li class="past-release">
      <p class="past-release-name">
        <Link to={[]} release={release}>
          {release}
        </Link>{" "}
        <span class="muted">
          <DateText date={published_at} />, {formatOrigin(entry)}
          {status === "current" && `, ${formatStatus(entry)}`}
        </span>
      </p>
      {withdrawn !== undefined && (
        <p class="past-release-withdrawn">
          Withdrawn on <DateText date={withdrawn.date} />: <bdi>{asSentence(withdrawn.reason)}</bdi>
        </p>
      )}
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

interface DeprecationItemProps {
  readonly span: DeprecationSpan
  readonly today: string
}

/** The items that one release deprecated, with what replaces them and their removal. */
const DeprecationItem = ({ span, today }: DeprecationItemProps) => {
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
            <ItemName item={refOf(entry)} />{" "}
            <span class="deprecation-notice">
              <NoticeSentences notice={removedNotice(catalog, entry, languages, today)} />
            </span>
          </li>
        ))}
      </ul>
      {showMore}
    </li>
  )
}
