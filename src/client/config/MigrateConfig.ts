import type { ConfigViolation } from "../../domain/taxonomy/ConfigValidation.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { Config, Replacement, Shape } from "../model/Model.generated.ts"
import type { ConfigProblem, Removal } from "./ConfigProblem.ts"
import { findDeprecatedUses, readConfigRelease, requireVersion, withDefinedMembers } from "./ConfigRelease.ts"
import type { ConfigHistory, ConfigRules, DeprecatedUse } from "./ConfigVerdict.ts"
import { migrateBetween, unknownItem } from "./DescribeMigration.ts"
import { describeMissingItem, type ConfigPair } from "./DescribeProblem.ts"
import { labelsIn } from "./ReadMeaning.ts"

/** What a migration needs to know. */
export interface MigrationOptions extends ConfigHistory {
  /** The schema of the release that the config must be valid in. */
  readonly to: ConfigRules
  /**
   * The schema of the release that the config was written for. It tells apart what broke from what was wrong before, and
   * finds new requirements and rules.
   */
  readonly from?: ConfigRules | undefined
  /** Also replaces deprecated items that have exactly one replacement. False by default. */
  readonly modernize?: boolean | undefined
}

/** What a release says of a config that was written for another one, and the config that it accepts instead. */
export interface ConfigMigration {
  /**
   * `valid`: the release accepts the config. `deprecated`: it accepts the config, which names deprecated items. `broken`: it
   * refuses what the release of the config accepted. `invalid`: it refuses only what the release of the config refused,
   * too; without `from`, what no removal explains.
   */
  readonly verdict: "valid" | "deprecated" | "broken" | "invalid"
  /** The config that is valid in the release: as given, or as the steps lead to; `undefined` if problems remain. */
  readonly config: Config | undefined
  /** What the steps lead to, whether it is valid or not. Members that are `undefined` are left out. */
  readonly draft: unknown
  /** What broke, in the order of the config. */
  readonly broken: ReadonlyArray<ConfigBreakage>
  /** The deprecated items that the given config names. */
  readonly deprecated: ReadonlyArray<DeprecatedUse>
  /** What changes, in this order. */
  readonly steps: ReadonlyArray<ConfigMigrationStep>
  /** The items that no step replaces, and why. If there is a config, these are deprecated items. */
  readonly open: ReadonlyArray<OpenConfigItem>
  /** Why the release refuses the draft. Paths lead into the draft. */
  readonly problems: ReadonlyArray<ConfigProblem>
  /** What to pass, too, since nothing here tells what became of an unknown item. Absent if nothing is missing. */
  readonly missing?: MissingHistory
}

/** The options that would tell more of unknown items. */
export interface MissingHistory {
  /** The names of the options, of which one is enough. */
  readonly options: ReadonlyArray<"from" | "items">
  /** A sentence for people. */
  readonly message: string
}

/** Something that the release of the config accepts, and the other release does not. */
export type ConfigBreakage = BrokenItem | ChangedShape | RequiredDimension | BrokenPart | BrokenRule

/** An item that a release removed (`ItemRemoved`), or does not have yet or on its line (`ItemUnknown`). */
export interface BrokenItem extends BreakageBase, Removal {
  /** The reason, for programs. */
  readonly kind: "ItemRemoved" | "ItemUnknown"
  /** The release that added an unknown item, if that is known. */
  readonly added_in?: string
}

/** A dimension whose shape changed. */
export interface ChangedShape extends BreakageBase {
  /** The reason, for programs. */
  readonly kind: "ShapeChanged"
  /** The shape in the release of the config. */
  readonly before: Shape
  /** The shape now. */
  readonly after: Shape
}

/** A dimension that became required. */
export interface RequiredDimension extends BreakageBase {
  /** The reason, for programs. */
  readonly kind: "DimensionRequired"
  /** The release that added it; absent if it was optional before, or that is unknown. */
  readonly added_in?: string
}

/** A part of a country that the config does not list, in a dimension that refines a territory now. */
export interface BrokenPart extends BreakageBase {
  /** The reason, for programs. */
  readonly kind: "UnlistedCountry"
}

/** A rule that is new, or that forbids more than before. */
export interface BrokenRule extends BreakageBase {
  /** The reason, for programs. */
  readonly kind: "RuleBroken"
  /** The id of the rule. */
  readonly rule: string
  /** The release that added it; absent if it changed, or that is unknown. */
  readonly added_in?: string
}

/** What all breakages have. */
export interface BreakageBase {
  /** `dimension`, `dimension/value`, or `rules/id`. */
  readonly item: string
  /** The path within the given config. */
  readonly path: ReadonlyArray<string | number>
  /** The dimensions that it concerns, for forms. */
  readonly dimensions: ReadonlyArray<string>
  /** A sentence for people. */
  readonly message: string
  /** What to do, or the description of the violated rule. */
  readonly help: string | undefined
}

/**
 * One change of the config. `Replaced`: an item that the release does not have. `Reshaped`: a setting, written in the new
 * shape of its dimension. `Modernized`: a deprecated item. The path leads into the given config; that of a `Modernized` item
 * into what the steps before lead to.
 */
export type ConfigMigrationStep = ReplacedItem | ReshapedSetting

/** An item that was replaced. */
export interface ReplacedItem extends MigrationPlace {
  /** Why: the release does not have the item, or deprecates it. */
  readonly kind: "Replaced" | "Modernized"
  /** The items that took its place, together. Empty if the item was a flag that is false: it is left out. */
  readonly replaced_by: ReadonlyArray<string>
}

/** A setting that was written in another shape. */
export interface ReshapedSetting extends MigrationPlace {
  /** The kind, for programs. */
  readonly kind: "Reshaped"
  /** The shape before. */
  readonly before: Shape
  /** The shape now. */
  readonly after: Shape
}

/** An item that a person must decide on. */
export interface OpenConfigItem extends MigrationPlace {
  /**
   * `no-replacement`: nothing is known to replace it. `choice`: one of the candidates does. `cycle`: the replacements lead
   * back to it. `occupied`: the config already sets the replacement's dimension otherwise. `shape`: the shape of the
   * replacement's dimension cannot hold it. `conflict`: the replacement would make the config invalid.
   */
  readonly obstacle: "no-replacement" | "choice" | "cycle" | "occupied" | "shape" | "conflict"
  /** The items to choose from, or those that cannot take its place. */
  readonly candidates: Replacement["items"]
}

/** What a step or an open item is about. */
export interface MigrationPlace {
  /** `dimension`, or `dimension/value`. */
  readonly item: string
  /** The path within the config. */
  readonly path: ReadonlyArray<string | number>
  /** A sentence for people. */
  readonly message: string
}

/**
 * Tells what a release says of a config that was written for another one, and makes the config that it accepts if every
 * broken item has exactly one replacement. Members that are `undefined` are ignored. Sends nothing. A release of format 1 does
 * not list what was removed: pass `items`, or as `from` a schema that still deprecates it. Throws `InvalidArgument` for an
 * invalid schema.
 */
export const migrateConfig = (config: unknown, options: MigrationOptions): ConfigMigration => {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgument("options", "must be an object with to, the schema that the config must be valid in.")
  }
  const { from, items, modernize = false, to } = options
  const target = readConfigRelease("to", to, items)
  requireVersion("to", to)
  const source = from === undefined ? target : readConfigRelease("from", from, items)
  if (from !== undefined) requireVersion("from", from)
  const pair: ConfigPair = { from: source, to: target, labelOf: labelsIn(to) }
  const given = withDefinedMembers(config)
  const { after, ...migrated } = migrateBetween(pair, given, { isFromKnown: from !== undefined, modernize })
  const missing = findMissingHistory(pair, options, after)
  return {
    ...migrated,
    deprecated: findDeprecatedUses(to, target, given),
    ...(missing === undefined ? {} : { missing })
  }
}

/** Format 1 does not list what was removed, so something else must say what became of an unknown item. */
const findMissingHistory = (
  pair: ConfigPair,
  { from, items, to }: MigrationOptions,
  problems: ReadonlyArray<ConfigViolation>
): ConfigMigration["missing"] => {
  if (to.removed !== undefined || items !== undefined) return undefined
  const isUnexplained = problems.some((problem) => {
    const item = unknownItem(problem)
    return item !== undefined && describeMissingItem(pair, item).facts.help === undefined
  })
  if (!isUnexplained) return undefined
  const start = `The schema of ${pair.to.version} does not list what was removed`
  return from === undefined
    ? {
        options: ["items", "from"],
        message: `${start}. Pass items, or as from the schema that the config was written for.`
      }
    : { options: ["items"], message: `${start}, and that of ${pair.from.version} does not deprecate it. Pass items.` }
}
