import { isSetting } from "../taxonomy/ConfigGuards.ts"
import { configReferences } from "../taxonomy/ConfigReferences.ts"
import { toItemId } from "../taxonomy/ItemRef.ts"
import type { DeprecatedReference } from "./Assessment.ts"
import type { ContractRelease } from "./ContractRelease.ts"

/** Finds the items of configs that a release deprecates. */
export const makeFindDeprecated = (
  from: ContractRelease,
  { deprecations, dimensions }: ContractRelease
): ((config: Readonly<Record<string, unknown>>) => ReadonlyArray<DeprecatedReference>) => {
  // Most releases deprecate little, and there may be many configs.
  const affected = new Set(
    dimensions
      .filter(({ name, values }) =>
        [
          toItemId({ _tag: "Dimension", dimension: name }),
          ...values.map(({ code }) => toItemId({ _tag: "Value", dimension: name, value: code }))
        ].some((id) => deprecations.has(id))
      )
      .map(({ name }) => name)
  )
  return (config) => {
    const uses: Array<DeprecatedReference> = []
    for (const dimension in config) {
      const setting = affected.has(dimension) ? config[dimension] : undefined
      if (!isSetting(setting)) continue
      for (const { item, path } of configReferences({ [dimension]: setting })) {
        const id = toItemId(item)
        const deprecation = deprecations.get(id)
        if (deprecation !== undefined) uses.push({ item, path, ...deprecation, is_new: !from.deprecations.has(id) })
      }
    }
    return uses
  }
}
