import * as DateTime from "effect/DateTime"
import type { Publish } from "../../release/PublishRelease.ts"

/** The seconds since the date of the proposed release; negative if the date is in the future. */
export const secondsSinceDate = ({ now, published_at }: Publish): number =>
  (DateTime.makeUnsafe(now).epochMilliseconds - DateTime.makeUnsafe(published_at).epochMilliseconds) / 1000
