/** All that the package exports for those who use promises. */
export type * from "./Answers.ts"
export * from "./ClientErrors.ts"
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
} from "./ClientOptions.ts"
export {
  validateConfig,
  type ConfigProblem,
  type ConfigRules,
  type ConfigVerdict,
  type DeprecatedUse
} from "./ConfigVerdict.ts"
export { TaxonomyClient } from "./TaxonomyClient.ts"
