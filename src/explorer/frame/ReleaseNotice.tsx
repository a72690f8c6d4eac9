import { asSentence } from "../../domain/Sentence.ts"
import type { ReleaseEntry } from "../data/Bodies.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Catalog } from "../model/Catalog.ts"
import { Link } from "../parts/Link.tsx"
import { noticeOf } from "./NoticeText.ts"

/** Says if there is a reason to use another release than the shown one, and links to the newest. */
export const ReleaseNotice = ({ entry }: { readonly entry: ReleaseEntry }) => {
  const { catalog, route } = useExplorer()
  const notice = noticeOf(entry)
  if (notice === undefined) return null
  const newest = newestInstead(catalog, entry)
  return (
    <aside class="frame-notice" aria-label="Notice about the release">
      <p>
        {notice.sentence}{" "}
        {notice.reason !== undefined && (
          <>
            Reason: <bdi>{asSentence(notice.reason)}</bdi>{" "}
          </>
        )}
        {newest !== undefined && (
          <Link to={route.segments} release={newest.release}>
            Show release {newest.release}
          </Link>
        )}
      </p>
    </aside>
  )
}

/** The newest release, first of the same major. */
const newestInstead = (
  { latest, releases }: Catalog,
  { api_version, release }: ReleaseEntry
): ReleaseEntry | undefined => {
  const newest = releases.find((other) => other.status === "current" && other.api_version === api_version) ?? latest
  return newest?.release === release ? undefined : newest
}
