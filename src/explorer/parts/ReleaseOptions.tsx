import { useExplorer } from "../ExplorerContext.ts"
import { formatStatus } from "../frame/ReleaseStatus.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"

/** The choices of a release: the working tree, and all releases with their status. */
export const ReleaseOptions = ({ chosen }: { readonly chosen: ReleaseName | undefined }) => {
  const { catalog, store } = useExplorer()
  return (
    <>
      {chosen === undefined && <option value="">Nothing</option>}
      {store.draft !== undefined && <option value={draft}>Working tree</option>}
      {chosen !== undefined && chosen !== draft && !catalog.releaseOf.has(chosen) && (
        <option value={chosen}>{chosen} (unknown)</option>
      )}
      {catalog.releases.map((entry) => (
        <option key={entry.release} value={entry.release}>
          {entry.release} ({formatStatus(entry)})
        </option>
      ))}
    </>
  )
}
