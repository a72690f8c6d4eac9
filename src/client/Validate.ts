/** Checks, migrates and compares configs without a server: the part of the package for forms and browsers. */
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
  type ClashReason,
  type CommonCode,
  type CommonDays,
  type ContractPair,
  type LicenseContract,
  type UncomparedContract
} from "./config/FindClashes.ts"
export { covers, describeCovers, describePermits, InvalidConfig, permits } from "./config/JudgeLicense.ts"
export type {
  CoversAnswer,
  LicenseReason,
  LicenseRepair,
  LicenseVerdict,
  OpenPoint,
  PermitsAnswer,
  Proviso,
  ScopeSetting,
  UncomparedDimension
} from "./config/LicenseAnswer.ts"
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
