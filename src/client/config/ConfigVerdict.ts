import type { Config, Deprecation, Items, LicenseEntry, TaxonomySchema } from "../model/Model.generated.ts"
import type { ConfigProblem } from "./ConfigProblem.ts"

/** The result of a validation. */
export type ConfigVerdict<C extends object = Config> = ValidConfigVerdict<C> | InvalidConfigVerdict

/** The result for a valid config. */
export interface ValidConfigVerdict<C extends object = Config> extends ConfigFindings {
  /** True without problems. */
  readonly valid: true
  /** The config, without the members that were `undefined`. */
  readonly config: C
}

/** The result for an invalid config. */
export interface InvalidConfigVerdict extends ConfigFindings {
  /** False with problems. */
  readonly valid: false
  /** Absent. */
  readonly config?: undefined
}

/** What a validation found. */
export interface ConfigFindings {
  /** The problems, in the order of the config. */
  readonly problems: ReadonlyArray<ConfigProblem>
  /** The deprecated items that the config uses. It is still valid. */
  readonly deprecated: ReadonlyArray<DeprecatedUse>
  /** The advice that the config does not follow. It is still valid. None if a setting is not well-formed. */
  readonly advice: ReadonlyArray<BrokenAdvice>
}

/** A rule of `validation_rules.advice` that a configuration breaks. */
export interface BrokenAdvice {
  /** The id of the rule. */
  readonly rule: string
  /** The path within the config, to the first dimension of the rule that it sets. */
  readonly path: ReadonlyArray<string | number>
  /** The dimensions that the rule concerns: beside these fields a form shows it. */
  readonly dimensions: ReadonlyArray<string>
  /** A sentence for people. */
  readonly message: string
  /** The description of the rule. */
  readonly help: string
}

/** A deprecated dimension or value that a configuration uses. */
export interface DeprecatedUse {
  /** `dimension`, or `dimension/value`. */
  readonly item: string
  /** The path within the config. */
  readonly path: ReadonlyArray<string | number>
  /** Since when it is deprecated, its replacement, and its earliest removal. */
  readonly deprecation: Deprecation
}

/** The parts of a schema that configs are validated by: the result of `schema()`, or the `schema.json` of a release. */
export type ConfigRules = Pick<TaxonomySchema, "dimensions" | "validation_rules"> &
  Partial<Pick<TaxonomySchema, "_meta" | "removed">> & {
    /** The base licenses, which contracts can name. */
    readonly base_licenses?: ReadonlyArray<Pick<LicenseEntry, "code" | "config">>
  }

/** The same, with the type of its configs: that of its base licenses. */
export type TypedConfigRules<C extends object> = ConfigRules & {
  /** The base licenses, of which only the type matters. */
  readonly base_licenses?: ReadonlyArray<{
    /** The settings. */
    readonly config: C
  }>
}

/** What else may know of an item that the schema does not have. Schemas of format 1 do not list what was removed. */
export interface ConfigHistory {
  /** An older schema, whose deprecations say what replaces an item. */
  readonly from?: ConfigRules | undefined
  /** The result of `items()`. */
  readonly items?: Pick<Items, "items"> | undefined
}
