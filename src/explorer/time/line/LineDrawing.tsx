import type { ReleaseEntry } from "../../data/Bodies.ts"
import { findLabelRoom } from "./ReleaseLabels.ts"
import { datesOf, type DeprecationSpan, type MajorLine } from "./TimeLine.ts"
import { makeTimeScale, type TimeScale } from "./TimeScale.ts"

interface LineDrawingProps {
  readonly lines: ReadonlyArray<MajorLine>
  readonly today: string
}

/** The lines to scale. What it shows is said in words by the lists below it. */
export const LineDrawing = ({ lines, today }: LineDrawingProps) => {
  const scale = makeTimeScale(datesOf(lines, today))
  const rows = placeRows(lines)
  const height = rows.height + axisHeight
  const now = percent(scale.positionOf(today))
  return (
    <figure class="time-drawing">
      <svg role="img" aria-label="Releases, deprecations and ends of life by date" width="100%" height={height}>
        {scale.ticks.map(({ date, label }) => (
          <g key={date} class="time-tick">
            <line
              x1={percent(scale.positionOf(date))}
              x2={percent(scale.positionOf(date))}
              y1={axisHeight}
              y2={height}
            />
            <text x={percent(scale.positionOf(date))} y={14} text-anchor={anchorOf(scale.positionOf(date))}>
              {label}
            </text>
          </g>
        ))}
        <g class="time-today">
          <line x1={now} x2={now} y1={axisHeight} y2={height} />
          <text x={now} y={axisHeight - 4} text-anchor={anchorOf(scale.positionOf(today))}>
            today
          </text>
        </g>
        {rows.lines.map(({ line, top }) => (
          <Line key={line.major} line={line} top={top + axisHeight} scale={scale} today={today} />
        ))}
      </svg>
      <figcaption>
        A filled circle is a release, an empty one a release that was withdrawn. A bar leads from a deprecation to the
        earliest removal, or to the removal. A line ends with the life of its version. The lists below say the same in
        words.
      </figcaption>
    </figure>
  )
}

interface LineProps {
  readonly line: MajorLine
  readonly top: number
  readonly scale: TimeScale
  readonly today: string
}

const Line = ({ line, scale, today, top }: LineProps) => {
  const { deprecations, endOfLife, major, releases } = line
  const y = top + titleHeight + 10
  const first = scale.positionOf(releases.at(-1)?.published_at ?? today)
  const end = endOfLife === undefined ? 100 : scale.positionOf(endOfLife.date)
  const past = Math.min(end, scale.positionOf(today))
  const rooms = findLabelRoom(releases.map(({ published_at }) => scale.positionOf(published_at)))
  return (
    <g>
      <text class="time-title" x={0} y={top + 14}>
        Version {major}
      </text>
      <line class="time-life" x1={percent(first)} x2={percent(past)} y1={y} y2={y} />
      <line class="time-future" x1={percent(Math.max(first, past))} x2={percent(end)} y1={y} y2={y} />
      {endOfLife !== undefined && (
        <>
          <line class="time-end" x1={percent(end)} x2={percent(end)} y1={y - 8} y2={y + 8} />
          <text class="time-label" x={percent(end)} y={y - 12} text-anchor={anchorOf(end)}>
            end of life
          </text>
        </>
      )}
      {releases.map((release, index) => (
        <ReleaseMark
          key={release.release}
          release={release}
          position={scale.positionOf(release.published_at)}
          y={y}
          labelClass={`time-label time-label-${rooms[index] ?? "never"}`}
        />
      ))}
      {deprecations.slice(0, maxBars).map((span, index) => (
        <DeprecationBar key={index} span={span} scale={scale} top={y + labelHeight + index * barHeight} />
      ))}
    </g>
  )
}

interface ReleaseMarkProps {
  readonly release: ReleaseEntry
  readonly position: number
  readonly y: number
  readonly labelClass: string
}

const ReleaseMark = ({ labelClass, position, release, y }: ReleaseMarkProps) => (
  <>
    <circle
      class={release.status === "withdrawn" ? "time-withdrawn" : "time-release"}
      cx={percent(position)}
      cy={y}
      r={5}
    />
    <text class={labelClass} x={percent(position)} y={y + 20} text-anchor={anchorOf(position)}>
      {release.release}
    </text>
  </>
)

interface DeprecationBarProps {
  readonly span: DeprecationSpan
  readonly scale: TimeScale
  readonly top: number
}

const DeprecationBar = ({ scale, span, top }: DeprecationBarProps) => {
  const [from, until] = [scale.positionOf(span.since.published_at), scale.positionOf(span.removal.date)]
  const isLeft = from < 50
  return (
    <>
      <text
        class="time-label"
        x={percent(isLeft ? from : Math.max(from, until))}
        y={top + 12}
        text-anchor={isLeft ? "start" : "end"}
      >
        {formatSpan(span)}
      </text>
      <rect
        class={span.removal.may_go === "removed" ? "time-bar-removed" : "time-bar"}
        x={percent(Math.min(from, until))}
        y={top + 17}
        // A removal on the next day is still to be seen.
        width={percent(Math.max(0.5, Math.abs(until - from)))}
        height={6}
        rx={3}
      />
    </>
  )
}

/** The label of a single item, or the number of items. */
const formatSpan = ({ items }: DeprecationSpan): string => {
  const [first] = items
  if (first === undefined || items.length > 1) return `${items.length.toLocaleString("en")} items`
  const label = first.label.replaceAll(/\p{Bidi_Control}/gu, "")
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join("")}…` : label
}

const segmenter = new Intl.Segmenter()

/** Where each line begins, and the height of all. */
const placeRows = (lines: ReadonlyArray<MajorLine>) => {
  let height = 0
  const placed = lines.map((line) => {
    const top = height
    height += titleHeight + labelHeight + 16 + Math.min(maxBars, line.deprecations.length) * barHeight
    return { line, top }
  })
  return { lines: placed, height }
}

const percent = (position: number): string => `${position.toFixed(2)}%`

/** A label at an edge stays within the drawing. */
const anchorOf = (position: number): "start" | "middle" | "end" =>
  position < 6 ? "start" : position > 94 ? "end" : "middle"

const axisHeight = 40
const titleHeight = 20
const labelHeight = 26
const barHeight = 28
/** Of one line: the list has all. */
const maxBars = 8
const maxCharacters = 28
