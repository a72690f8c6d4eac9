import type { ConfigProblem } from "../taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Shape } from "../taxonomy/Shape.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import type { ItemDeprecation, ItemReplacement } from "./ContractRelease.ts"
import type { Migration } from "./Migration.ts"

/** What a release says of a config that was written for another one. */
export interface Assessment {
  /**
   * - `valid`: the release accepts the config.
   * - `deprecated`: the release accepts the config, which names deprecated items.
   * - `broken`: the release refuses what the release of the config accepted.
   * - `invalid`: the release refuses the config for what the release of the config refused, too.
   */
  readonly verdict: "valid" | "deprecated" | "broken" | "invalid"
  /** Why the config is not valid in the release that it was written for. */
  readonly problems: ReadonlyArray<ConfigProblem>
  readonly broken: ReadonlyArray<Breakage>
  readonly deprecated: ReadonlyArray<DeprecatedReference>
  /** `undefined` if the release accepts the config as it is. */
  readonly migration: Migration | undefined
}

/** What a release no longer accepts, or an older one does not accept yet. `path` leads to the place within the config. */
export type Breakage =
  /** `since` is the release that removed the item. */
  | ItemBreakage<"ItemRemoved">
  /** The release is older than the item or on another line. `since` is the release that added the item, if it is known. */
  | ItemBreakage<"ItemUnknown">
  | (Place<"ShapeChanged"> & { readonly before: Shape; readonly after: Shape })
  /** `since` is the release that added the dimension; `undefined` if the dimension was optional, or that is unknown. */
  | (Place<"DimensionRequired"> & { readonly since: string | undefined })
  /** `since` is the release that added the rule; `undefined` if its conditions changed, or that is unknown. */
  | (Place<"RuleBroken"> & { readonly rule: ConflictRule; readonly since: string | undefined })

/** A deprecated item that a config names. */
export interface DeprecatedReference extends ItemDeprecation {
  readonly item: ItemRef
  readonly path: Path
  /** True if the release that the config was written for does not deprecate the item. */
  readonly is_new: boolean
}

export type Path = ReadonlyArray<string | number>

interface Place<Tag extends string> {
  readonly _tag: Tag
  readonly item: ItemRef
  readonly path: Path
}

interface ItemBreakage<Tag extends string> extends Place<Tag> {
  readonly since: string | undefined
  readonly replacement: ItemReplacement | undefined
  readonly reason: string | undefined
}
