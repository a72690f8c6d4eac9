import { useMemo } from "preact/hooks"
import { asSentence } from "../../domain/Sentence.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { DraftBody } from "../data/DraftBody.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { InsteadText } from "../parts/DeprecationNotice.tsx"
import { Failure, Loading } from "../parts/Failure.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { DateText } from "../parts/Link.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import { draft as draftName } from "../routing/Route.ts"
import { WaiverList } from "../time/ChangeGroups.tsx"
import { ChangeList } from "../time/ChangeList.tsx"
import { makeComparison } from "../time/Comparison.ts"
import type { View } from "../views.ts"
import { FindingList } from "./FindingList.tsx"
import {
  arrangeDue,
  checkReportOf,
  findSubject,
  formatCounts,
  formatRemovalDue,
  type RemovalDue,
  type ReportedDue
} from "./Findings.ts"

const DraftPage = () => {
  const { store } = useExplorer()
  const { problem, value } = useLoaded(async () => {
    const body = await store.draft?.()
    if (body === undefined) return undefined
    const [draft, base] = await Promise.all([
      body.schema === null ? undefined : store.release(draftName),
      body.base === null ? undefined : store.release(body.base)
    ])
    return { body, draft, base }
  }, [store])
  return (
    <>
      <h1>Working tree</h1>
      {value !== undefined ? (
        <Check {...value} />
      ) : problem !== undefined ? (
        <Failure problem={problem} />
      ) : store.draft === undefined ? (
        <p>This place shows published releases only. Run `node bin/taxonomy.js explore` to see the working tree.</p>
      ) : (
        <Loading />
      )}
    </>
  )
}

export const draftView: View = {
  name: "check",
  title: "Working tree",
  isInNavigation: true,
  isOfDraft: true,
  component: DraftPage
}

interface CheckProps {
  readonly body: DraftBody
  readonly draft: ShownRelease | undefined
  readonly base: ShownRelease | undefined
}

const Check = ({ base, body, draft }: CheckProps) => {
  const report = checkReportOf(body)
  const comparison = useMemo(
    () => (draft === undefined || report === undefined ? undefined : makeComparison(base, draft, report.changes)),
    [base, draft, report]
  )
  if (report === undefined) return null
  const { coming_due, findings, ok, waivers } = report
  const [outcome = "", ...others] = body.verdict
  return (
    <>
      <p class={`check-verdict ${ok ? "check-verdict-ok" : "check-verdict-refused"}`}>{outcome.replace("->", "→")}</p>
      {others.map((sentence) => (
        <p key={sentence} dir="auto">
          {sentence}
        </p>
      ))}
      <p role="status" class="muted">
        Checked at {timeFormat.format(new Date(body.checked_at))}: {formatCounts(findings)}.
      </p>
      <WaiverList waivers={waivers} />
      {findings.length > 0 && (
        <section aria-labelledby="findings">
          <h2 id="findings">Findings</h2>
          <FindingList findings={findings} body={body} draft={draft} />
        </section>
      )}
      {draft !== undefined && coming_due.length > 0 && (
        <section aria-labelledby="due">
          <h2 id="due">Coming due</h2>
          <DueList coming={coming_due} draft={draft} />
        </section>
      )}
      {comparison !== undefined && (
        <section aria-labelledby="changes">
          <h2 id="changes">
            {comparison.changes.length === 0 ? "No changes" : formatCount(comparison.changes.length, "change")}{" "}
            {base === undefined ? "in the first release" : `since ${base.version}`}
          </h2>
          {comparison.changes.length > 0 && <ChangeList comparison={comparison} />}
        </section>
      )}
    </>
  )
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" })

interface DueListProps {
  readonly coming: ReadonlyArray<ReportedDue>
  readonly draft: ShownRelease
}

/** What will disappear, the earliest first. */
const DueList = ({ coming, draft }: DueListProps) => {
  const due = arrangeDue(coming)
  const { showMore, shownCount } = useShownCount(due.length)
  return (
    <>
      <ul class="due-list" role="list">
        {due.slice(0, shownCount).map((each) =>
          each.kind === "removal" ? (
            <Removal key={`removal ${each.item}`} due={each} draft={draft} />
          ) : (
            <li key={`end ${each.major}`}>
              Version {each.major} ends on <DateText date={each.date} />: <bdi>{asSentence(each.reason)}</bdi>
            </li>
          )
        )}
      </ul>
      {showMore}
    </>
  )
}

const Removal = ({ draft, due }: { readonly due: RemovalDue; readonly draft: ShownRelease }) => {
  const { catalog } = useExplorer()
  const { item: subject, label, reason, replaced_by, replacement_mode } = due
  const item = findSubject(catalog, draft, subject)
  const replacements = item === undefined ? [] : replacementItems(item, { replaced_by })
  return (
    <li>
      {item === undefined ? <bdi>{label}</bdi> : <ItemName item={item} />} {formatRemovalDue(due)}.{" "}
      <InsteadText
        replacements={replacements}
        isAllOf={replacement_mode === "all_of"}
        reason={reason === null ? undefined : { text: reason, language: undefined }}
      />
    </li>
  )
}
