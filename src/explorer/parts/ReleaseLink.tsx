import { useExplorer } from "../ExplorerContext.ts"
import { DateText } from "./DateText.tsx"
import { Link } from "./Link.tsx"

/** A link to a release, with the day of its publication. */
export const ReleaseLink = ({ version }: { readonly version: string }) => {
  const { catalog } = useExplorer()
  const entry = catalog.releaseOf.get(version)
  if (entry === undefined) return <>{version}</>
  return (
    <>
      <Link to={[]} release={version}>
        {version}
      </Link>{" "}
      (<DateText date={entry.published_at} />)
    </>
  )
}
