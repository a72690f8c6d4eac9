/** The exports of the package for users of promises. */
export type * from "./model/Model.ts"
export * from "./model/ClientErrors.ts"
export type {
  CallOptions,
  ClientOptions,
  DeprecationNotice,
  Fetch,
  FetchedBody,
  FetchedResponse,
  FetchRequest,
  LicenseFilter,
  RateLimit,
  ServedVersion,
  Signal
} from "./options/ClientOptions.ts"
export {
  validateConfig,
  type ConfigProblem,
  type ConfigRules,
  type ConfigVerdict,
  type DeprecatedUse
} from "./model/ConfigValidation.ts"
export { TaxonomyClient } from "./TaxonomyClient.ts"
