import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { DraftBody } from "../data/DataSource.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { ItemLink } from "../parts/ItemName.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import { draft as draftName } from "../routing/Route.ts"
import {
  arrangeFindings,
  checkReportOf,
  findSubject,
  formatPlace,
  groupRelated,
  type FindingGroup,
  type Place,
  type ReportedFinding
} from "./Findings.ts"
import { FixText, SourceText } from "./SourceText.tsx"

interface FindingListProps {
  readonly findings: ReadonlyArray<ReportedFinding>
  readonly body: DraftBody
  readonly draft: ShownRelease | undefined
  readonly hasSubject?: boolean
}

/** Findings, errors first. */
export const FindingList = ({ findings, ...others }: FindingListProps) => {
  const groups = arrangeFindings(findings)
  const { showMore, shownCount } = useShownCount(groups.length)
  return (
    <>
      <ul class="findings" role="list">
        {groups.slice(0, shownCount).map((finding) => (
          // The same finding keeps its elements, and so the focus, if a save moves it to another line.
          <FindingEntry key={keyOf(finding)} finding={finding} {...others} />
        ))}
      </ul>
      {showMore}
    </>
  )
}

const keyOf = (finding: ReportedFinding): string =>
  [finding.rule, finding.subject ?? formatPlace(finding), finding.message].join("\n")

interface FindingEntryProps {
  readonly finding: FindingGroup
  readonly body: DraftBody
  /** Missing if the sources cannot be read as a taxonomy. */
  readonly draft: ShownRelease | undefined
  /** False on the page of its item. */
  readonly hasSubject?: boolean
}

/** A finding at the text that it concerns, with its help and its fix. */
const FindingEntry = ({ body, draft, finding, hasSubject = true }: FindingEntryProps) => {
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
        <code>node bin/taxonomy.js explain {rule}</code> explains the rule.
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

/** The findings about an item, on its page in the draft. Nothing in a release. */
export const ItemFindings = ({ item }: { readonly item: ItemRef }) => {
  const { route, store } = useExplorer()
  const isDraft = route.release === draftName
  const { value } = useLoaded(async () => {
    if (!isDraft || store.draft === undefined) return undefined
    const [body, draft] = await Promise.all([store.draft(), store.release(draftName)])
    return { body, draft }
  }, [store, isDraft])
  if (!isDraft || value === undefined) return null
  const findings = (checkReportOf(value.body)?.findings ?? []).filter(({ subject }) => subject === formatItem(item))
  return findings.length === 0 ? null : (
    <section aria-label="Findings">
      <FindingList findings={findings} hasSubject={false} {...value} />
    </section>
  )
}
