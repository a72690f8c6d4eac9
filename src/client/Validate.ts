/** Checks, migrates and compares configs without a server: the part of the package for forms and browsers. */
export type {
  ClashReason,
  CommonCode,
  CommonDays,
  OpenPoint,
  Proviso,
  Reason as LicenseReason,
  Repair as LicenseRepair,
  ScopeSetting,
  Uncompared as UncomparedDimension,
  Verdict as LicenseVerdict
} from "../domain/reasoning/Answer.ts"
export type { ConfigProblem } from "./config/ConfigProblem.ts"
export type {
  BrokenAdvice,
  ConfigFindings,
  ConfigHistory,
  ConfigRules,
  ConfigVerdict,
  DeprecatedUse,
  InvalidConfigVerdict,
  TypedConfigRules,
  ValidConfigVerdict
} from "./config/ConfigVerdict.ts"
export {
  describeClash,
  findClashes,
  type ClashesAnswer,
  type ContractPair,
  type LicenseContract,
  type UncomparedContract
} from "./config/FindClashes.ts"
export {
  covers,
  describeCovers,
  describePermits,
  InvalidConfig,
  permits,
  type CoversAnswer,
  type PermitsAnswer
} from "./config/JudgeLicense.ts"
export {
  migrateConfig,
  type ConfigBreakage,
  type ConfigMigration,
  type ConfigMigrationStep,
  type MigrationOptions,
  type OpenConfigItem
} from "./config/MigrateConfig.ts"
export { validateConfig } from "./config/ValidateConfig.ts"
export { InvalidArgument } from "./model/ClientErrors.ts"
