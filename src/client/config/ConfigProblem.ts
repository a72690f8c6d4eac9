import type { Replacement, Shape } from "../model/Model.generated.ts"

/**
 * One reason why a configuration is invalid. `kind` decides which fields a problem has; `path`, `dimensions`,
 * `suggestions`, `message` and `help` are in all of them.
 */
export type ConfigProblem =
  | UnknownDimension
  | UnknownValue
  | RepeatedValue
  | UnlistedCountry
  | WrongShape
  | MissingDimension
  | ForbiddenCombination

/** A name that is no dimension of the release, perhaps because the dimension was removed. */
export interface UnknownDimension extends ConfigProblemBase, Removal {
  /** The reason, for programs. */
  readonly kind: "UnknownDimension"
  /** The name. */
  readonly dimension: string
  /** Absent. */
  readonly code?: undefined
  /** Absent. */
  readonly rule?: undefined
}

/** A code that its dimension does not have, perhaps because the value was removed. */
export interface UnknownValue extends ConfigProblemBase, Removal {
  /** The reason, for programs. */
  readonly kind: "UnknownValue"
  /** The dimension. */
  readonly dimension: string
  /** The code. */
  readonly code: string
  /** Absent. */
  readonly rule?: undefined
}

/** A code that a list names twice. `path` leads to the second one. */
export interface RepeatedValue extends ConfigProblemBase {
  /** The reason, for programs. */
  readonly kind: "RepeatedValue"
  /** The dimension. */
  readonly dimension: string
  /** The code. */
  readonly code: string
  /** Absent. */
  readonly rule?: undefined
}

/** A part of a country that the config does not list. */
export interface UnlistedCountry extends ConfigProblemBase {
  /** The reason, for programs. */
  readonly kind: "UnlistedCountry"
  /** The dimension of the part. */
  readonly dimension: string
  /** The code of the part. */
  readonly code: string
  /** Absent. */
  readonly rule?: undefined
}

/** A setting of another shape than that of its dimension, or a config that is not an object. */
export interface WrongShape extends ConfigProblemBase {
  /** The reason, for programs. */
  readonly kind: "WrongShape"
  /** The dimension; absent if the config is not an object. */
  readonly dimension?: string
  /** The shape of the dimension; absent if the config is not an object. */
  readonly shape?: Shape
  /** Absent. */
  readonly code?: undefined
  /** Absent. */
  readonly rule?: undefined
}

/** A dimension that every config must set, and this one does not. `path` is empty. */
export interface MissingDimension extends ConfigProblemBase {
  /** The reason, for programs. */
  readonly kind: "MissingDimension"
  /** The dimension. */
  readonly dimension: string
  /** Absent. */
  readonly code?: undefined
  /** Absent. */
  readonly rule?: undefined
}

/** Settings that a conflict rule forbids together. `help` is the description of the rule. */
export interface ForbiddenCombination extends ConfigProblemBase {
  /** The reason, for programs. */
  readonly kind: "Conflict"
  /** The first dimension of the rule, to which `path` leads. `dimensions` has all of them. */
  readonly dimension: string
  /** The id of the rule, the key of `validation_rules.conflicts`. */
  readonly rule: string
  /** Absent. */
  readonly code?: undefined
}

/** What all problems have. */
export interface ConfigProblemBase {
  /** The path within the config, such as `["use_type", 0]`. Empty for the config as a whole. */
  readonly path: ReadonlyArray<string | number>
  /** The dimensions that the problem concerns: beside these fields a form shows it. Empty if the config is not an object. */
  readonly dimensions: ReadonlyArray<string>
  /**
   * The codes or names that are probably meant, the best first: what replaces a removed item in the same place, otherwise
   * what is written similarly.
   */
  readonly suggestions: ReadonlyArray<string>
  /** A sentence for people. */
  readonly message: string
  /** What to do, or the description of the violated rule. */
  readonly help: string | undefined
}

/** What is known of an item that was removed. */
export interface Removal {
  /** The release that removed the item, `2.0.0`; absent if it was not removed, or that is unknown. */
  readonly removed_in?: string
  /** Its replacement; absent if nothing replaces it, or that is unknown. */
  readonly replacement?: Replacement
  /** Why it was removed, for people. */
  readonly reason?: string
}
