import { formatCount } from "../../../report/text/PlainText.ts"
import { useLoaded } from "../../data/useLoaded.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { Failure } from "../../parts/Failure.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { draft, type ReleaseName } from "../../routing/Route.ts"
import { navigate } from "../../routing/useRoute.ts"
import type { View, ViewProps } from "../../views.ts"
import { ChangeList } from "../changes/ChangeList.tsx"
import { releaseNameOf, type Comparison } from "./Comparison.ts"
import { describeComparison, formatName, nameOf } from "./ComparisonText.ts"
import { findBase } from "./FindBase.ts"
import { ReleaseChoice } from "./ReleaseChoice.tsx"
import { readComparison } from "./Steps.ts"
import { WaiverList } from "./WaiverList.tsx"

const ComparePage = ({ release, segments }: ViewProps) => {
  const { catalog, route, store } = useExplorer()
  const base = segments[0] === undefined ? findBase(catalog, release) : toReleaseName(segments[0])
  const { problem, value } = useLoaded(
    async () => ({
      base,
      comparison: await readComparison(
        store,
        catalog,
        base === undefined ? undefined : await store.release(base),
        release
      )
    }),
    [store, catalog, base, release]
  )
  const show = (target: ReleaseName, from: ReleaseName) =>
    navigate({ ...route, release: target, segments: ["compare", toSegment(from)] })
  const target = releaseNameOf(release)
  return (
    <>
      <h1>
        {base === undefined
          ? `Changes of ${nameOf(release)}`
          : `Changes from ${formatName(base)} to ${nameOf(release)}`}
      </h1>
      <form class="time-filters" onSubmit={(event) => event.preventDefault()}>
        <ReleaseChoice label="From" value={base} onChoose={(from) => show(target, from)} />
        <ReleaseChoice
          label="To"
          value={target}
          onChoose={(to) => (base === undefined ? show(to, target) : show(to, base))}
        />
        {base !== undefined && (
          <button type="button" onClick={() => show(base, target)}>
            Swap
          </button>
        )}
      </form>
      {base !== undefined && base !== draft && !catalog.releaseOf.has(base) ? (
        <p role="alert">There is no release {base}. Choose another one.</p>
      ) : problem !== undefined ? (
        <Failure problem={problem} />
      ) : value === undefined || value.base !== base ? (
        <Loading />
      ) : (
        <Result comparison={value.comparison} />
      )}
    </>
  )
}

export const compareView: View = { name: "compare", title: "Compare", isInNavigation: true, component: ComparePage }

const Result = ({ comparison }: { readonly comparison: Comparison }) => {
  const { catalog } = useExplorer()
  const { after, before } = comparison
  const entry = after.isDraft ? undefined : catalog.releaseOf.get(after.version)
  if (before !== undefined && releaseNameOf(before) === releaseNameOf(after)) {
    return <p>Both are {nameOf(after)}. Choose two different releases.</p>
  }
  return (
    <>
      <p>{describeComparison(comparison, entry).join(" ")}</p>
      {entry !== undefined && entry.base === before?.version && <WaiverList waivers={entry.waivers} />}
      {comparison.changes.length > 0 && (
        <>
          <h2>{formatCount(comparison.changes.length, "change")}</h2>
          <ChangeList comparison={comparison} />
        </>
      )}
    </>
  )
}

/** The name of a release in the segment of an address, which writes versions as the release of a route: `v1.3.0`. */
const toReleaseName = (segment: string): ReleaseName => segment.replace(/^v(?=\d)/, "")

const toSegment = (release: ReleaseName): string => (release === draft ? draft : `v${release}`)
