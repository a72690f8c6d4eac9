import { useMemo } from "preact/hooks"
import { asSentence } from "../../../domain/Sentence.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { refOf } from "../../model/ItemAddress.ts"
import type { Release } from "../../model/Release.ts"
import { forecastRemoval } from "../../model/Removal.ts"
import type { View, ViewProps } from "../../views.ts"
import { useShownCount } from "../changes/useShownCount.tsx"
import { DeprecationItem } from "./DeprecationItem.tsx"
import { ReleaseItem } from "./ReleaseItem.tsx"
import { formatEnd } from "./ReleaseText.ts"
import { makeTimeLine, type MajorLine } from "./TimeLine.ts"

const TimeLinePage = ({ release }: ViewProps) => {
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
        <Line key={line.major} line={line} release={release} today={today} />
      ))}
    </>
  )
}

export const timeLineView: View = { name: "releases", title: "Releases", isInNavigation: true, component: TimeLinePage }

interface LineProps {
  readonly line: MajorLine
  readonly release: Release
  readonly today: string
}

const Line = ({ line, release, today }: LineProps) => {
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
              <DeprecationItem key={index} span={span} release={release} today={today} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
