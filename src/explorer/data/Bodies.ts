import type { ItemsBody } from "../../api/bodies/ItemsBody.ts"
import type { ReleasesBody } from "../../api/bodies/ReleasesBody.ts"

/** A release in the body of `/releases`. */
export type ReleaseEntry = ReleasesBody["releases"][number]

/** An exception that a person approved for a release. */
export type WaiverEntry = ReleaseEntry["waivers"][number]

/** An item in the body of `/items`: every item that the taxonomy ever had. */
export type ItemEntry = ItemsBody["items"][number]
