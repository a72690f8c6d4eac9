import { asSentence } from "../../../domain/Sentence.ts"
import type { ReleaseEntry } from "../../data/Bodies.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { formatStatus } from "../../frame/ReleaseStatus.ts"
import { DateText } from "../../parts/DateText.tsx"
import { Link } from "../../parts/Link.tsx"
import { WaiverList } from "../compare/WaiverList.tsx"
import { formatChangeCounts, formatOrigin } from "./ReleaseText.ts"

/** A release in the list of its line. */
export const ReleaseItem = ({ entry }: { readonly entry: ReleaseEntry }) => {
  const { store } = useExplorer()
  const { base, published_at, release, status, waivers, withdrawn } = entry
  return (
    <li class="past-release">
      <p class="past-release-name">
        <Link to={[]} release={release}>
          {release}
        </Link>{" "}
        <span class="muted">
          <DateText date={published_at} />, {formatOrigin(entry)}
          {status === "current" && `, ${formatStatus(entry)}`}
        </span>
      </p>
      {withdrawn !== undefined && (
        <p class="past-release-withdrawn">
          Withdrawn on <DateText date={withdrawn.date} />: <bdi>{asSentence(withdrawn.reason)}</bdi>
        </p>
      )}
      <ul class="past-release-changes" role="list">
        {formatChangeCounts(entry).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <WaiverList waivers={waivers} />
      <p class="past-release-links">
        <Link to={["compare", ...(base === null ? [] : [`v${base}`])]} release={release}>
          {base === null ? `Changes of ${release}` : `Changes from ${base} to ${release}`}
        </Link>
        {store.schemaAddress !== undefined && (
          <>
            {" · "}
            <a href={store.schemaAddress(release)}>Data of {release} as JSON</a>
          </>
        )}
      </p>
    </li>
  )
}
