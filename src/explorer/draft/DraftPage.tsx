import { useMemo } from "preact/hooks"
import { formatCount } from "../../report/text/PlainText.ts"
import type { DraftBody } from "../data/DataSource.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Failure, Loading } from "../parts/Failure.tsx"
import { draft as draftName } from "../routing/Route.ts"
import { ChangeList, WaiverList } from "../time/ChangeGroups.tsx"
import { makeComparison } from "../time/Comparison.ts"
import { ComingDue } from "../time/ReleasesPage.tsx"
import type { View } from "../views.ts"
import { FindingList } from "./FindingList.tsx"
import { checkReportOf, formatCounts } from "./Findings.ts"

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
      <h1>Draft</h1>
      {value !== undefined ? (
        <Check {...value} />
      ) : problem !== undefined ? (
        <Failure problem={problem} />
      ) : store.draft === undefined ? (
        <p>This place shows published releases only. Run `node bin/taxonomy.js explore` to see the draft.</p>
      ) : (
        <Loading />
      )}
    </>
  )
}

export const draftView: View = { name: "check", title: "Draft", area: "check", isOfDraft: true, component: DraftPage }

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
  const { findings, ok, waivers } = report
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
      {draft !== undefined && <ComingDue of={draft} />}
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
