import { makeFinding, inItem } from "../../Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../release/removal/DeprecationClock.ts"
import { asSentence } from "../../Sentence.ts"
import { formatItem, licenseRef, toItemId, type ItemId } from "../../taxonomy/ItemRef.ts"
import { formatReplacements, replacementItem, replacementItems, replacementName } from "../../taxonomy/Replacement.ts"
import { configReferences, type ConfigReference } from "../../taxonomy/Settings.ts"
import type { License } from "../../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { misspeltWaiver, otherSources, type Check } from "../Check.ts"
import { perProposal } from "../ReleaseProposal.ts"

export const newUse: Check<"deprecation/new-use", Instead & { readonly item: string }> = {
  id: "deprecation/new-use",
  title: "New use of a deprecated item",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [
    otherSources,
    misspeltWaiver,
    { checks: ["deprecation/replacement-deprecated", "deprecation/replacement-cycle"], scope: "item" }
  ],
  explanation:
    "A license that did not use the item in the base release, whether it is new or was changed, would have to change again when the item is removed, and invites new contracts to use it. Use the replacement that the finding names.",
  breaks: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated`,
  keeps: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR]`,
  message: ({ item }) => `The license starts to use ${item}, which is deprecated`,
  help: (instead) => formatInstead(instead),
  run: (proposal) =>
    deprecatedUses(proposal)
      .filter(({ isNew }) => isNew)
      .map(({ instead, license: { code }, path, used }) => {
        const item = licenseRef(code)
        const facts = { item: formatItem(used.item), ...instead }
        const links = { causes: [toItemId(used.item)] }
        return makeFinding(newUse, facts, { item, location: inItem(item, "config", ...path), links })
      })
}

export const stillUsed: Check<"deprecation/still-used", Instead & { readonly item: string }> = {
  id: "deprecation/still-used",
  title: "Continued use of a deprecated item",
  level: "warning",
  stage: "release",
  followsFrom: [otherSources],
  hasOneCause: true,
  explanation:
    "A base license keeps a deprecated item in its config. That is valid as long as the item exists, but the license has to change before the item can be removed, and that change requires a major release. Plan it together with the removal.",
  breaks: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated in this release`,
  keeps: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR]`,
  message: ({ item }) => `The license still uses ${item}, which is deprecated`,
  help: (instead) => `${formatInstead(instead)} Changing the config of a license requires a major release.`,
  run: (proposal) =>
    deprecatedUses(proposal)
      // A license that is deprecated itself does not need to change.
      .filter(({ isNew, license }) => !isNew && license.deprecated === undefined)
      .map(({ instead, license: { code }, path, used }) => {
        const item = licenseRef(code)
        const facts = { item: formatItem(used.item), ...instead }
        return makeFinding(stillUsed, facts, { item, location: inItem(item, "config", ...path) })
      })
}

/** A deprecated dimension or value in the config of a license. */
interface DeprecatedUse {
  readonly license: License
  readonly used: DeprecatedItem
  /** Leads to the use within the config. */
  readonly path: ConfigReference["path"]
  /** What replaces it in the end: a replacement can be deprecated itself. */
  readonly instead: Instead
  /** True if the license does not use the item in the base release. */
  readonly isNew: boolean
}

const deprecatedUses = perProposal(({ base, command }): ReadonlyArray<DeprecatedUse> => {
  const deprecated = new Map(
    deprecatedItems(command.taxonomy).map((deprecatedItem) => [toItemId(deprecatedItem.item), deprecatedItem])
  )
  if (deprecated.size === 0) return []
  return command.taxonomy.licenses.flatMap((license) => {
    const old = base && snapshotOf(base.taxonomy).license(license.code)
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

export const formatInstead = (instead: Instead): string =>
  instead.replaced_by.length === 0
    ? `Remove it from the config: ${asSentence(instead.reason ?? "it will be removed")}`
    : `Use ${formatReplacements(instead)} instead.`

/** Longer chains end at a replacement that is deprecated, and cycles of replacements are errors of their own. */
const maxSteps = 8
