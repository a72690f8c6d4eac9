import { useState } from "preact/hooks"
import { isCorrection } from "../../../domain/change/Change.ts"
import { formatItem, kindOf, toItemId, type ItemRef } from "../../../domain/taxonomy/ItemRef.ts"
import { useLoaded } from "../../data/useLoaded.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { Failure } from "../../parts/Failure.tsx"
import { ReleaseLink } from "../../parts/ReleaseLink.tsx"
import { draft } from "../../routing/Route.ts"
import { ChangeGroups } from "../../time/changes/ChangeGroups.tsx"
import { formatName } from "../../time/compare/ComparisonText.ts"
import { readItemSteps } from "../../time/compare/Steps.ts"
import { WaiverList } from "../../time/compare/WaiverList.tsx"

interface ItemHistoryProps {
  readonly release: Release
  readonly item: ItemRef
}

/** What the releases changed of an item, with the waivers: what is normative at first, everything on request. */
export const ItemHistory = ({ item, release }: ItemHistoryProps) => {
  const [isAll, setAll] = useState(false)
  const { problem, value } = useItemSteps(release, item, isAll ? "" : normative)
  return (
    <section aria-label="History">
      <h2>History</h2>
      {problem !== undefined && <Failure problem={problem} />}
      {value?.length === 0 && <p>No release has changed {isAll ? "it" : "what it means"}.</p>}
      <ol class="past-releases" role="list">
        {value?.map(({ comparison, step }) => (
          <li key={step.release} class="past-release">
            <p class="past-release-name">
              {step.release === draft ? "Working tree" : <ReleaseLink version={step.release} />}
            </p>
            <ChangeGroups comparison={comparison} changes={comparison.changes} />
            <WaiverList waivers={step.waivers.filter(({ subject }) => subject === formatItem(item))} />
          </li>
        ))}
      </ol>
      {!isAll && (
        <button type="button" onClick={() => setAll(true)}>
          Show changes of other texts, too
        </button>
      )}
    </section>
  )
}

/** Since when an item has its definition, and which release had another one before. */
export const DefinitionSince = ({ item, release }: ItemHistoryProps) => {
  const { catalog } = useExplorer()
  const definitions = useItemSteps(release, item, normative).value?.flatMap(({ comparison, step }) => {
    const change = comparison.changes.find(({ kind }) => kind.includes("definition"))
    return change === undefined ? [] : [{ change, name: formatName(step.release) }]
  })
  if (definitions === undefined) return null
  const added = catalog.itemOf.get(formatItem(item))?.added_in
  const [last, before] = definitions
  const since = last?.name ?? added
  if (since === undefined) return null
  const from =
    last !== undefined && "before" in last.change && last.change.before !== undefined
      ? (before?.name ?? added)
      : undefined
  const how = last !== undefined && isCorrection(last.change) ? "corrected" : "changed"
  return (
    <p class="muted">
      Since {since}
      {from === undefined ? "" : `, ${how} from ${from}`}.
    </p>
  )
}

/** Few releases have such changes, and only these are read. */
const normative = "definition|config|condition|shape|requirement"

const useItemSteps = (release: Release, item: ItemRef, names: string) => {
  const { catalog, store } = useExplorer()
  return useLoaded(
    () => readItemSteps(store, catalog, release, item, new RegExp(`^${kindOf(item)}-(${names})`)),
    [store, catalog, release, toItemId(item), names]
  )
}
