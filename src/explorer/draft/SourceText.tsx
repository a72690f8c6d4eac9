import { formatPlace, type Place } from "./Findings.ts"
import { excerptOf } from "./SourceExcerpt.ts"

interface SourceTextProps {
  readonly place: Place
  readonly sources: Readonly<Record<string, string>>
}

/** A place of the sources, with its lines if they are known. */
export const SourceText = ({ place, sources }: SourceTextProps) => {
  const source = Object.hasOwn(sources, place.file) ? sources[place.file] : undefined
  const lines = source === undefined ? [] : excerptOf(source, place)
  return (
    <div class="finding-source">
      <p class="finding-source-place">
        <code>{formatPlace(place)}</code>
      </p>
      {lines.length > 0 && (
        <pre>
          {lines.map(({ after, before, marked, number }) => (
            <code key={number} class="finding-source-line" data-number={number}>
              <bdi>
                {before}
                {marked !== "" && <mark>{marked}</mark>}
                {after}
              </bdi>
            </code>
          ))}
        </pre>
      )}
    </div>
  )
}
