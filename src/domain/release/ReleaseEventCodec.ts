import { eventVersion, makeEventCodec } from "../ledger/EventCodec.ts"
import { MajorEnded1 } from "./events/MajorEnded1.ts"
import { ReleasePublished1 } from "./events/ReleasePublished1.ts"
import { ReleasePublished2 } from "./events/ReleasePublished2.ts"
import { ReleaseWithdrawn1 } from "./events/ReleaseWithdrawn1.ts"
import type { ReleaseEvent } from "./ReleaseEvent.ts"

/** Every schema version of the events of releases, the oldest first. A new version is one file and one entry here. */
export const releaseEventCodec = makeEventCodec<ReleaseEvent>({
  ReleasePublished: [eventVersion(ReleasePublished1), eventVersion(ReleasePublished2)],
  MajorEnded: [eventVersion(MajorEnded1)],
  ReleaseWithdrawn: [eventVersion(ReleaseWithdrawn1)]
})
