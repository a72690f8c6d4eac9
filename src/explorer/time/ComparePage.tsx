import { formatCount } from "../../report/text/PlainText.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import type { Catalog } from "../model/Catalog.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Failure, Loading } from "../parts/Failure.tsx"
import { ReleaseSelect } from "../parts/Select.tsx"
import { draft, type ReleaseName } from "../routing/Route.ts"
import { navigate } from "../routing/useRoute.ts"
import type { View, ViewProps } from "../views.ts"
import { ChangeList, WaiverList } from "./ChangeGroups.tsx"
import { type Comparison, describeComparison, formatName, nameOf, readComparison, releaseNameOf } from "./Comparison.ts"

const ComparePage = ({ segments }: ViewProps) => {
  const release = useRelease()
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
        <ReleaseSelect label="From" value={base} onChange={(from) => show(target, from)} />
        <ReleaseSelect
          label="To"
          value={target}
          onChange={(to) => (base === undefined ? show(to, target) : show(to, base))}
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

export const compareView: View = { name: "compare", title: "Releases", area: "compare", component: ComparePage }

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

/** The release to compare with if nobody chooses: the base of a release. `undefined` for the first release. */
export const findBase = (
  { releaseOf }: Catalog,
  { draftBase, isDraft, version }: ShownRelease
): ReleaseName | undefined => (isDraft ? draftBase : (releaseOf.get(version)?.base ?? undefined))
