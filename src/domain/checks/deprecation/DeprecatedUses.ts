import { deprecatedItems, type DeprecatedItem } from "../../release/DeprecationClock.ts"
import { configReferences, type ConfigReference } from "../../taxonomy/ConfigReferences.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import { formatReplacements } from "../../taxonomy/Replacement.ts"
import type { License } from "../../taxonomy/Taxonomy.ts"
import { perProposal } from "../PerProposal.ts"

/** A deprecated dimension or value in the config of a license. */
export interface DeprecatedUse {
  readonly license: License
  readonly used: DeprecatedItem
  /** Leads to the use within the config. */
  readonly path: ConfigReference["path"]
  /** True if the license does not use the item in the base release. */
  readonly isNew: boolean
}

export const deprecatedUses = perProposal(({ base, command }): ReadonlyArray<DeprecatedUse> => {
  const deprecated = new Map(
    deprecatedItems(command.taxonomy).map((deprecatedItem) => [toItemId(deprecatedItem.item), deprecatedItem])
  )
  if (deprecated.size === 0) return []
  const before = new Map(base?.taxonomy.licenses.map((license) => [license.code, license]))
  return command.taxonomy.licenses.flatMap((license) => {
    const old = before.get(license.code)
    const usedBefore = new Set(old === undefined ? [] : configReferences(old.config).map(({ item }) => toItemId(item)))
    return configReferences(license.config).flatMap(({ item, path }): ReadonlyArray<DeprecatedUse> => {
      const used = deprecated.get(toItemId(item))
      return used === undefined ? [] : [{ license, used, path, isNew: !usedBefore.has(toItemId(item)) }]
    })
  })
})

/** The facts of a deprecation from which `formatInstead` makes its sentence. */
export type Instead = {
  readonly replaced_by: ReadonlyArray<string>
  readonly replacement_mode?: "all_of"
  readonly reason: string | null
}

export const insteadOf = ({ deprecation }: DeprecatedItem): Instead => ({
  replaced_by: deprecation.replaced_by,
  ...(deprecation.replacement_mode === undefined ? {} : { replacement_mode: deprecation.replacement_mode }),
  reason: deprecation.reason ?? null
})

export const formatInstead = (instead: Instead): string =>
  instead.replaced_by.length === 0
    ? `Remove it from the config: ${instead.reason ?? "it will be removed"}`
    : `Use ${formatReplacements(instead)} instead.`
