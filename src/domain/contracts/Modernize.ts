import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config } from "../taxonomy/Config.ts"
import { dimensionRef, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { ContractRelease, ItemReplacement } from "./ContractRelease.ts"
import { migrateConfig } from "./MigrateConfig.ts"
import type { Migration } from "./Migration.ts"
import { indexRelease } from "./ReleaseIndex.ts"
import { makeFindSuccession, type MigrationTarget } from "./Succession.ts"

/** Replaces the deprecated items of a valid config, as far as each has exactly one replacement. The others stay. */
export const modernize = (config: Config, release: ContractRelease): Migration =>
  migrateConfig(config, targets(release))

const targets = /* @__PURE__ */ memoizeByIdentity((release: ContractRelease): MigrationTarget => {
  const { has, vocabulary } = indexRelease(release)
  const findReplacement = (item: ItemRef): ItemReplacement | undefined => {
    const replacement = release.deprecations.get(toItemId(item))?.replacement
    return replacement === undefined || replacement.items.length === 0 ? undefined : replacement
  }
  const isFinal = (item: ItemRef): boolean =>
    has(item) &&
    findReplacement(item) === undefined &&
    (item._tag !== "Value" || findReplacement(dimensionRef(item.dimension)) === undefined)
  return { vocabulary, findSuccession: makeFindSuccession({ isFinal, findReplacement }), isGone: () => false }
})
