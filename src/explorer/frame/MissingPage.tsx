import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import type { ItemEntry } from "../data/Bodies.ts"
import { ItemFindings } from "../draft/ItemFindings.tsx"
import { useExplorer } from "../ExplorerContext.ts"
import { refOf, refOfSegments } from "../model/ItemAddress.ts"
import { removedNotice } from "../model/Notice.ts"
import type { Release } from "../model/Release.ts"
import { translate } from "../model/Translate.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { ItemLink } from "../parts/ItemLink.tsx"
import { Link } from "../parts/Link.tsx"

/** The page of an address without content: an item that other releases have, or nothing at all. */
export const MissingPage = ({ release }: { readonly release: Release }) => {
  const { catalog, route } = useExplorer()
  const item = refOfSegments(route.segments)
  const name = item === undefined ? undefined : formatItem(item)
  const entry = name === undefined ? undefined : catalog.itemOf.get(name)
  if (entry !== undefined) return <MissingItem entry={entry} release={release} />
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

const MissingItem = ({ entry, release }: { readonly entry: ItemEntry; readonly release: Release }) => {
  const { catalog, languages } = useExplorer()
  const { added_in, item, last_in, removed_in } = entry
  const ref = refOf(entry)
  const notice = removedNotice(catalog, entry, languages, release.publishedAt)
  const last = last_in ?? catalog.latest?.release
  return (
    <>
      <h1>
        <bdi>{translate(entry, "label", languages)}</bdi> is not in{" "}
        {release.isDraft ? "the working tree" : `release ${release.version}`}
      </h1>
      <p>
        <code>{item}</code> was added in {added_in}
        {removed_in === undefined ? "." : ` and removed in ${removed_in}.`}
      </p>
      {removed_in !== undefined && (
        <p>
          <NoticeSentences release={release} notice={{ ...notice, removal: undefined }} />
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
