/** The exports of the package for users of promises. */
export type * from "./model/Model.generated.ts"
export type * from "./model/TaxonomyTypes.ts"
export * from "./model/ClientErrors.ts"
export { stalenessOf, type Staleness } from "./cache/Staleness.ts"
export type { Store } from "./cache/Store.ts"
export type {
  ArtifactWithProof,
  CacheMode,
  CallOptions,
  ChangesQuery,
  ClientOptions,
  DeprecationNotice,
  NoticedItem,
  Fetch,
  FetchedBody,
  FetchedResponse,
  FetchRequest,
  LicenseFilter,
  LicenseFilterOf,
  RateLimit,
  ServedVersion,
  Signal,
  StaleNotice
} from "./options/ClientOptions.ts"
export * from "./Validate.ts"
export { TaxonomyClient } from "./TaxonomyClient.ts"
