import { itemsBody } from "../../api/projections/ItemsProjection.ts"
import { releasesBody } from "../../api/projections/ReleasesProjection.ts"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"

/** Makes a body from all releases, for the API version whose newest release is given. It depends on nothing else. */
export type Projection = (history: ReleaseHistory, newest: Version) => object

/** Every resource of the whole history, by the name of its endpoint in the contract. */
export const historyResources = {
  releases: releasesBody,
  items: itemsBody
} as const satisfies Partial<Record<EndpointName, Projection>>

export type HistoryResourceName = keyof typeof historyResources
