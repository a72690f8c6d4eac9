import type { Config } from "../taxonomy/Config.ts"
import type { ConfigProblem } from "../taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Shape } from "../taxonomy/Shape.ts"

/**
 * How a config changes for a release. Every `path` leads to a place within the config before the migration, and those of
 * the problems into the draft.
 */
export interface Migration {
  /** The config that is valid in the release; `undefined` if problems remain. */
  readonly config: Config | undefined
  /** What the steps lead to, valid or not; `undefined` for what is not an object. */
  readonly draft: Readonly<Record<string, unknown>> | undefined
  readonly steps: ReadonlyArray<MigrationStep>
  /** The items that no step replaces, and why. */
  readonly open: ReadonlyArray<OpenItem>
  /** Why the release refuses what the steps lead to. */
  readonly problems: ReadonlyArray<ConfigProblem>
}

export type MigrationStep =
  | {
      /** By nothing, if the item was a flag that is false. */
      readonly _tag: "Replaced"
      readonly path: ReadonlyArray<string | number>
      readonly item: ItemRef
      readonly replaced_by: ReadonlyArray<ItemRef>
    }
  | {
      readonly _tag: "Reshaped"
      readonly path: ReadonlyArray<string | number>
      readonly item: ItemRef
      readonly before: Shape
      readonly after: Shape
    }

export interface OpenItem {
  readonly path: ReadonlyArray<string | number>
  readonly item: ItemRef
  readonly obstacle: Obstacle
  /** The items to choose from. */
  readonly candidates: ReadonlyArray<ItemRef>
}

/**
 * - `no-replacement`: nothing in the release replaces the item.
 * - `choice`: several items do, and a person must choose.
 * - `cycle`: the replacements lead back to the item.
 * - `occupied`: the config already sets the replacement's dimension otherwise.
 * - `shape`: the shape of the replacement's dimension cannot hold it.
 */
export type Obstacle = "no-replacement" | "choice" | "cycle" | "occupied" | "shape"
