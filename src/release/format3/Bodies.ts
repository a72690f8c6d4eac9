import { considerationOf, datedBody } from "../../api/projections/DeprecationProjection.ts"
import { rulesBody } from "../../api/projections/RuleProjection.ts"
import type { RecordedRemoval } from "../../domain/release/ReleaseHistory.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, fromItemId, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { makeBodies } from "../artifacts/Bodies.ts"
import { configSchema } from "./ConfigSchema.ts"

/** The bodies of the API in this format. */
export const { dimensionsBody, licenseBody, licensesBody, schemaBody } = makeBodies({
  rules: ({ taxonomy }) => rulesBody(taxonomy),
  configSchema,
  removed: (release) => ({ removed: [...release.removed].map(([id, removed]) => removedBody(id, removed)) }),
  deprecationBody: ({ clocks, forecasts }, item, deprecation) => {
    const id = toItemId(item)
    const [since, removal] = [clocks.get(id), forecasts.get(id)]
    if (since === undefined || removal === undefined) throw new TypeError(`No clock runs for ${id}`)
    return datedBody({ since, removal }, { replaced_by: deprecation.replaced_by, ...statedIn(item, deprecation) })
  }
})

const removedBody = (id: ItemId, { deprecation, version, withdrawn }: RecordedRemoval) => {
  const item = fromItemId(id)
  return {
    item: formatItem(item),
    removed_in: version,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(deprecation === undefined ? {} : statedIn(item, deprecation))
  }
}

const statedIn = (item: ItemRef, deprecation: Deprecation) => {
  const { reason, replacement_mode, translations } = deprecation
  const items = replacementItems(item, deprecation).map(formatItem)
  return {
    ...(items.length === 0 ? {} : { replacement: { mode: replacement_mode ?? ("one_of" as const), items } }),
    ...considerationOf(item, deprecation),
    ...(reason === undefined ? {} : { reason }),
    ...(translations === undefined ? {} : { translations })
  }
}
