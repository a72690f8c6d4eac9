import type { DataProblem } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { Failure } from "../parts/Failure.tsx"
import { Link } from "../parts/Link.tsx"
import { Loading } from "../parts/Loading.tsx"
import { draft } from "../routing/Route.ts"

/** The page of a release that is being read, or could not be read. */
export const UnreadPage = ({ problem }: { readonly problem: DataProblem | undefined }) => {
  const { catalog, route, store } = useExplorer()
  if (problem === undefined) return <Loading />
  const name = route.release === draft ? "The working tree" : `Release ${route.release}`
  if (problem._tag === "NotFound" && !catalog.releaseOf.has(route.release)) {
    return (
      <>
        <h1>{name} was not found</h1>
        <p>{route.release === draft ? describeDraft(store.draft !== undefined) : "No release has this version."}</p>
        {catalog.latest !== undefined && (
          <p>
            <Link to={route.segments} release={catalog.latest.release}>
              Show this page in release {catalog.latest.release}
            </Link>
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <h1>{name} cannot be read</h1>
      <Failure problem={problem} />
    </>
  )
}

const describeDraft = (hasDraft: boolean): string =>
  hasDraft
    ? "Its sources cannot be read as a taxonomy. See the findings of the working tree."
    : "This place shows published releases only."
