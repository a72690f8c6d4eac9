import { deprecatedItems, type DeprecatedItem } from "../../../release/removal/DeprecationClock.ts"
import { asSentence } from "../../../Sentence.ts"
import { toItemId, type ItemId } from "../../../taxonomy/ItemRef.ts"
import {
  formatReplacements,
  replacementItem,
  replacementItems,
  replacementName
} from "../../../taxonomy/Replacement.ts"
import { configReferences, type ConfigReference } from "../../../taxonomy/Settings.ts"
import type { License } from "../../../taxonomy/Taxonomy.ts"
import { perProposal } from "../../PerProposal.ts"

/** A deprecated dimension or value in the config of a license. */
export interface DeprecatedUse {
  readonly license: License
  readonly used: DeprecatedItem
  /** Leads to the use within the config. */
  readonly path: ConfigReference["path"]
  /** What replaces it in the end: a replacement can be deprecated itself. */
  readonly instead: Instead
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
      return used === undefined
        ? []
        : [{ license, used, path, instead: insteadOf(used, deprecated), isNew: !usedBefore.has(toItemId(item)) }]
    })
  })
})

/** The facts of a deprecation from which `formatInstead` makes its sentence. */
export type Instead = {
  readonly replaced_by: ReadonlyArray<string>
  readonly replacement_mode?: "all_of"
  readonly reason: string | null
}

/** What replaces a deprecated item in the end. */
export const insteadOf = (
  { deprecation, item }: DeprecatedItem,
  deprecated: ReadonlyMap<ItemId, DeprecatedItem>,
  steps = maxSteps
): Instead => {
  const [only, ...others] = replacementItems(item, deprecation)
  const next = only === undefined || others.length > 0 ? undefined : deprecated.get(toItemId(only))
  if (next !== undefined && steps > 0) {
    const { replaced_by, ...last } = insteadOf(next, deprecated, steps - 1)
    const names = replaced_by.map((name) => replacementName(item, replacementItem(next.item, name)))
    return { ...last, replaced_by: names }
  }
  return {
    replaced_by: deprecation.replaced_by,
    ...(deprecation.replacement_mode === undefined ? {} : { replacement_mode: deprecation.replacement_mode }),
    reason: deprecation.reason ?? null
  }
}

/** Longer chains end at a replacement that is deprecated, and cycles of replacements are errors of their own. */
const maxSteps = 8

export const formatInstead = (instead: Instead): string =>
  instead.replaced_by.length === 0
    ? `Remove it from the config: ${asSentence(instead.reason ?? "it will be removed")}`
    : `Use ${formatReplacements(instead)} instead.`
