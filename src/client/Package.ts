/** The exports of the package for users of promises. */
export type * from "./model/Methods.generated.ts"
export type * from "./model/Model.generated.ts"
export type {
  RateLimit,
  ResponsePromise,
  ServedVersion,
  TaxonomyResponse,
  WithResponse
} from "./model/ResponsePromise.ts"
export type * from "./model/TaxonomyTypes.ts"
export * from "./model/ClientErrors.ts"
export type { Staleness } from "./cache/Staleness.ts"
export type { Store } from "./cache/Store.ts"
export type {
  ArtifactWithProof,
  CacheMode,
  CallOptions,
  ClientOptions,
  DeprecationNotice,
  DerivedOptions,
  NoticedItem,
  Fetch,
  FetchedBody,
  FetchedResponse,
  FetchRequest,
  LicenseFilter,
  LicenseFilterOf,
  Signal,
  StaleNotice
} from "./options/ClientOptions.ts"
export * from "./Validate.ts"
export { TaxonomyClient } from "./TaxonomyClient.ts"
