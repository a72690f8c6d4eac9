import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { draft as draftName } from "../routing/Route.ts"
import { FindingList } from "./FindingList.tsx"
import { checkReportOf } from "./Findings.ts"

/** The findings about an item, on its page in the working tree. Nothing in a release. */
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
