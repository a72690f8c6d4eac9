import { eventVersion, makeEventCodec, upcastVersion } from "../ledger/EventCodec.ts"
import { MajorEnded1 } from "./events/MajorEnded1.ts"
import { ReleasePublished1 } from "./events/ReleasePublished1.ts"
import { ReleasePublished3 } from "./events/ReleasePublished3.ts"
import { ReleaseWithdrawn1 } from "./events/ReleaseWithdrawn1.ts"
import { withPlainValues } from "./PlainValues.ts"
import type { ReleaseEvent, ReleasePublished } from "./ReleaseEvent.ts"

/** Every schema version of the events of releases, the oldest first. A new version is one file and one entry here. */
export const releaseEventCodec = makeEventCodec<ReleaseEvent>({
  ReleasePublished: [
    // Programs that know only schema 1 know only format 1, so they could not verify what they would read.
    withPlainValues(
      upcastVersion<typeof ReleasePublished1.Type, ReleasePublished>(
        ReleasePublished1,
        (event) => event,
        (event) => (event.format === 1 ? event : undefined)
      )
    ),
    // Written by versions of this program that were never released.
    "unreleased",
    withPlainValues(eventVersion(ReleasePublished3))
  ],
  MajorEnded: [eventVersion(MajorEnded1)],
  ReleaseWithdrawn: [eventVersion(ReleaseWithdrawn1)]
})
