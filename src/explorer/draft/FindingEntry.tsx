import { formatCount } from "../../report/text/PlainText.ts"
import type { DraftBody } from "../data/DraftBody.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { ItemLink } from "../parts/ItemLink.tsx"
import { draft as draftName } from "../routing/Route.ts"
import { formatPlace, groupRelated, type FindingGroup, type Place } from "./Findings.ts"
import { FixText } from "./FixText.tsx"
import { SourceText } from "./SourceText.tsx"
import { findSubject } from "./SubjectItem.ts"

interface FindingEntryProps {
  readonly finding: FindingGroup
  readonly body: DraftBody
  /** Missing if the sources cannot be read as a taxonomy. */
  readonly draft: Release | undefined
  /** False on the page of its item. */
  readonly hasSubject?: boolean
}

/** A finding at the text that it concerns, with its help and its fix. */
export const FindingEntry = ({ body, draft, finding, hasSubject = true }: FindingEntryProps) => {
  const { fix, help, level, message, otherPlaces, place, rule, subject } = finding
  const { sources } = body
  return (
    <li class={`finding finding-${level}`}>
      <p class="finding-message">
        <span class="finding-level">{level}</span> <strong dir="auto">{message}</strong>
      </p>
      {hasSubject && subject !== undefined && <Subject subject={subject} body={body} draft={draft} />}
      <SourceText place={place} sources={sources} />
      <Places places={otherPlaces} />
      {groupRelated(finding).map((related) => (
        <div key={related.message}>
          {!message.includes(related.message) && (
            <p dir="auto">
              {related.message}
              {related.places.length === 0 ? "." : ":"}
            </p>
          )}
          {related.places.slice(0, maxExcerpts).map((other) => (
            <SourceText key={formatPlace(other)} place={other} sources={sources} />
          ))}
          <Places places={related.places.slice(maxExcerpts)} />
        </div>
      ))}
      <p dir="auto">{help}</p>
      {fix !== undefined && <FixText fix={fix} sources={sources} />}
      <p class="finding-rule muted">
        <code>npx taxonomy explain {rule}</code> explains the rule.
      </p>
    </li>
  )
}

const maxExcerpts = 3

const Subject = ({
  body,
  draft,
  subject
}: Pick<FindingEntryProps, "body" | "draft"> & { readonly subject: string }) => {
  const { catalog } = useExplorer()
  const item = findSubject(catalog, draft, subject)
  const { labels } = body.report
  const label = Object.hasOwn(labels, subject) ? labels[subject] : undefined
  const name = <bdi>{label ?? subject}</bdi>
  return (
    <p>
      {item === undefined ? (
        name
      ) : (
        <ItemLink item={item} {...(draft === undefined ? {} : { release: draftName })}>
          {name}
        </ItemLink>
      )}{" "}
      {label !== undefined && label !== subject && <code>{subject}</code>}
    </p>
  )
}

/** Other places, of which there may be very many. */
const Places = ({ places }: { readonly places: ReadonlyArray<Place> }) =>
  places.length === 0 ? null : (
    <details class="finding-places">
      <summary>{formatCount(places.length, "other place")}</summary>
      <ul role="list">
        {places.slice(0, maxPlaces).map((place) => (
          <li key={formatPlace(place)}>
            <code>{formatPlace(place)}</code>
          </li>
        ))}
        {places.length > maxPlaces && <li>and {formatCount(places.length - maxPlaces, "more place")}</li>}
      </ul>
    </details>
  )

const maxPlaces = 100
