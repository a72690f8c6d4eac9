import type { Chain, Head } from "../ledger/HashChain.ts"
import type { LogLeaf } from "../transparency/LogLeaf.ts"
import type { ReleaseEvent } from "./ReleaseEvent.ts"

/** The leaves of the transparency log for the events that follow a head. */
export const leavesOf = ({ events, hashes }: Chain<ReleaseEvent>, { sequence }: Head): ReadonlyArray<LogLeaf> =>
  events.map((event, index) => ({
    event: hashes[index] ?? "",
    manifest: event._tag === "ReleasePublished" ? event.manifest : null,
    sequence: sequence + index + 1,
    type: event._tag,
    version: event._tag === "MajorEnded" ? null : event.version
  }))
