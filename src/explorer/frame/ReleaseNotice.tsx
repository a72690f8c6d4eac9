import { useLayoutEffect, useState } from "preact/hooks"
import { asSentence } from "../../domain/Sentence.ts"
import type { DataProblem, ReleaseEntry } from "../data/DataSource.ts"
import { useReloading } from "../data/useLoaded.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { type Catalog, formatDate } from "../model/Catalog.ts"
import { Link } from "../parts/Link.tsx"

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

/** Says what is to know of a release that is not the current one; `undefined` of the current one. */
export const noticeOf = ({
  end_of_life,
  release,
  status,
  ...entry
}: ReleaseEntry): { readonly sentence: string; readonly reason?: string | undefined } | undefined => {
  switch (status) {
    case "withdrawn": {
      const { date, reason } = entry.withdrawn ?? {}
      const day = date === undefined ? "" : ` on ${formatDate(date)}`
      return { sentence: `Release ${release} was withdrawn${day}.`, reason }
    }
    case "end-of-life":
      // The ledger records no end of what was published before 1.0.0.
      return end_of_life === undefined
        ? { sentence: `Release ${release} is older than 1.0.0. The service does not serve it.` }
        : {
            sentence: `The end of life of ${entry.api_version ?? `release ${release}`} is ${formatDate(end_of_life.date)}.`,
            reason: end_of_life.reason
          }
    case "superseded":
      return { sentence: `Release ${release} is superseded by a newer one.` }
    case "current":
      return undefined
  }
}

/** Says that the page shows the data of an earlier time, and why. */
export const StaleNotice = ({ problem }: { readonly problem: DataProblem | undefined }) => {
  const { store } = useExplorer()
  const { reload } = useReloading()
  const [isConnected, setConnected] = useState(true)
  useLayoutEffect(
    () =>
      store.subscribe((event) => {
        if (event !== "changed") setConnected(event === "connected")
      }),
    [store]
  )
  const isMissing = problem?.code === "not-found"
  return (
    <div role="status">
      {isConnected && problem === undefined ? null : (
        <div class="frame-notice">
          <p>
            {isMissing
              ? "The sources cannot be read as a taxonomy any more. This page shows them as they were before."
              : "The data cannot be reached. This page shows it as it was before."}
          </p>
          {!isMissing && (
            <button type="button" onClick={reload}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  )
}
