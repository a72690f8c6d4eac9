import { itemUses, usesOf, type ItemUse } from "../../domain/lookup/ItemUses.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { statementsOf } from "./Statements.ts"

/** The items that name an item: licenses that set it, rules that depend on it, and items that it replaces. */
export interface Users {
  readonly licenses: ReadonlyArray<Use>
  readonly rules: ReadonlyArray<Use>
  readonly replaces: ReadonlyArray<Use>
}

export interface Use {
  readonly by: ItemRef
  /** What a license sets a member of a `flags` dimension to. */
  readonly flag: boolean | undefined
}

export const findUsers = (taxonomy: Taxonomy, item: ItemRef): Users => {
  const uses = usesOf(usesIn(taxonomy), item)
  const by = (kind: ItemUse["kind"]) => [
    ...new Map(
      uses
        .filter((use) => use.kind === kind)
        .map((use) => [toItemId(use.by), { by: use.by, flag: flagOf(taxonomy, use.by, item) }])
    ).values()
  ]
  return { licenses: by("config"), rules: by("condition"), replaces: by("replacement") }
}

const usesIn = memoizeByIdentity(itemUses)

const flagOf = (taxonomy: Taxonomy, by: ItemRef, item: ItemRef): boolean | undefined => {
  const license = by._tag === "License" ? snapshotOf(taxonomy).license(by.license) : undefined
  if (license === undefined || item._tag !== "Value") return undefined
  return statementsOf(settingOf(license.config, item.dimension)).find(({ code }) => code === item.value)?.flag
}
