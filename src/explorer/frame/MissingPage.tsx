import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import type { DataProblem, CatalogItem } from "../data/DataSource.ts"
import { ItemFindings } from "../draft/FindingList.tsx"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { refOf, refOfSegments } from "../model/Item.ts"
import { removedNotice } from "../model/Notice.ts"
import { translate } from "../model/Translate.ts"
import { Failure, Loading } from "../parts/Failure.tsx"
import { ItemLink, NoticeSentences } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { draft } from "../routing/Route.ts"

/** The page of an address without content: an item that other releases have, or nothing at all. */
export const MissingPage = () => {
  const { catalog, route } = useExplorer()
  const item = refOfSegments(route.segments)
  const name = item === undefined ? undefined : formatItem(item)
  const entry = name === undefined ? undefined : catalog.itemOf.get(name)
  if (entry !== undefined) return <MissingItem entry={entry} />
  return (
    <>
      <h1>Page not found</h1>
      <p>
        {name === undefined ? (
          "There is no page at this address."
        ) : (
          <>
            No release has an item <code>{name}</code>.
          </>
        )}
      </p>
      <ul>
        {item !== undefined && (
          <li>
            <Link to={["search"]} parameters={{ q: route.segments.at(-1) ?? "" }}>
              Search for similar items
            </Link>
          </li>
        )}
        <li>
          <Link to={[]}>Go to the first page</Link>
        </li>
      </ul>
    </>
  )
}

const MissingItem = ({ entry }: { readonly entry: CatalogItem }) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const { added_in, item, last_in, removed_in } = entry
  const ref = refOf(entry)
  const notice = removedNotice(catalog, entry, languages, release.publishedAt)
  const last = last_in ?? catalog.latest?.release
  return (
    <>
      <h1>
        <bdi>{translate(entry, "label", languages)}</bdi> is not in{" "}
        {release.isDraft ? "the draft" : `release ${release.version}`}
      </h1>
      <p>
        <code>{item}</code> was added in {added_in}
        {removed_in === undefined ? "." : ` and removed in ${removed_in}.`}
      </p>
      {removed_in !== undefined && (
        <p>
          <NoticeSentences notice={{ ...notice, removal: undefined }} />
        </p>
      )}
      <ItemFindings item={ref} />
      <ul>
        {[...new Set([added_in, last ?? added_in])]
          .filter((version) => version !== release.version)
          .map((version) => (
            <li key={version}>
              <ItemLink item={ref} release={version}>
                Show it in release {version}
              </ItemLink>
            </li>
          ))}
      </ul>
    </>
  )
}

/** The page of a release that is being read, or could not be read. */
export const UnreadPage = ({ problem }: { readonly problem: DataProblem | undefined }) => {
  const { catalog, route, store } = useExplorer()
  if (problem === undefined) return <Loading />
  const name = route.release === draft ? "The draft" : `Release ${route.release}`
  if (problem.code === "not-found" && !catalog.releaseOf.has(route.release)) {
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
    ? "Its sources cannot be read as a taxonomy. See the findings of the draft."
    : "This place shows published releases only."
