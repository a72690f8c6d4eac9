import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../release/DeprecationClock.ts"
import { configReferences, type ConfigReference } from "../../taxonomy/ConfigReferences.ts"
import { formatItem, toItemId } from "../../taxonomy/ItemRef.ts"
import type { License } from "../../taxonomy/Taxonomy.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** Nothing new is built on what is going away; what stands on it already is told. */
export const useFindings: RuleCheck = ({ base, command }) => {
  const deprecated = new Map(
    deprecatedItems(command.taxonomy).map((deprecated) => [toItemId(deprecated.item), deprecated])
  )
  if (deprecated.size === 0) return []
  const before = new Map(base?.taxonomy.licenses.map((license) => [license.code, license]))
  return command.taxonomy.licenses.flatMap((license) => {
    const old = before.get(license.code)
    const used = new Set(old === undefined ? [] : configReferences(old.config).map(({ item }) => toItemId(item)))
    return configReferences(license.config).flatMap(({ item: named, path }): ReadonlyArray<Finding> => {
      const key = toItemId(named)
      const item = deprecated.get(key)
      if (item === undefined) return []
      if (!used.has(key)) return [newUse(license, item, path)]
      // A license that is going away itself need not be mended.
      return license.deprecated === undefined ? [stillUsed(license, item, path)] : []
    })
  })
}

const newUse = (license: License, item: DeprecatedItem, path: ConfigReference["path"]): Finding => ({
  rule: "deprecation/new-use",
  level: "error",
  subject: license.code,
  message: `${license.code} begins to use ${formatItem(item.item)}, which is deprecated`,
  help: instead(item),
  at: pointTo.license(license.code, "config", ...path)
})

const stillUsed = (license: License, item: DeprecatedItem, path: ConfigReference["path"]): Finding => ({
  rule: "deprecation/still-used",
  level: "warning",
  subject: license.code,
  message: `${license.code} still uses ${formatItem(item.item)}, which is deprecated`,
  help: `${instead(item)} A license's config changes in a major release.`,
  at: pointTo.license(license.code, "config", ...path)
})

const instead = ({ deprecation }: DeprecatedItem): string =>
  deprecation.replaced_by.length === 0
    ? `Do without it: ${deprecation.reason ?? "it goes away"}`
    : `Use ${deprecation.replaced_by.join(" or ")} instead.`
