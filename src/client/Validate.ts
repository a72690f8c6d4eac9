/** Checks and migrates configs without a server: the part of the package for forms and browsers. */
export type { ConfigProblem } from "./config/ConfigProblem.ts"
export type {
  ConfigFindings,
  ConfigHistory,
  ConfigRules,
  ConfigVerdict,
  DeprecatedUse,
  InvalidConfigVerdict,
  TypedConfigRules,
  ValidConfigVerdict
} from "./config/ConfigVerdict.ts"
export type {
  ConfigBreakage,
  ConfigMigration,
  ConfigMigrationStep,
  MigrationOptions,
  OpenConfigItem
} from "./config/ConfigMigration.ts"
export { migrateConfig } from "./config/MigrateConfig.ts"
export { validateConfig } from "./config/ValidateConfig.ts"
export { InvalidArgument } from "./model/ClientErrors.ts"
