import { makeFindDeprecated } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Deprecation } from "../model/Model.ts"
import type { ConfigRules, DeprecatedUse } from "./ConfigVerdict.ts"

/** The deprecated items that a config names, as the schema describes them. */
export const findDeprecatedUses = (
  { dimensions }: ConfigRules,
  release: ContractRelease,
  config: unknown
): ReadonlyArray<DeprecatedUse> =>
  isObject(config)
    ? finders(release)(config).flatMap(({ item, path }) => {
        const deprecation = deprecationOf(dimensions, item)
        return deprecation === undefined ? [] : [{ item: formatItem(item), path, deprecation }]
      })
    : []

const finders = /* @__PURE__ */ memoizeByIdentity((release: ContractRelease) => makeFindDeprecated(release, release))

const deprecationOf = (dimensions: ConfigRules["dimensions"], item: ItemRef): Deprecation | undefined => {
  if (item._tag !== "Dimension" && item._tag !== "Value") return undefined
  const dimension = dimensions[item.dimension]
  return item._tag === "Dimension" ? dimension?.deprecation : dimension?.value_details[item.value]?.deprecation
}
