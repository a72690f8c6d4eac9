import { considerationOf } from "../../api/projections/DeprecationProjection.ts"
import { rulesBody } from "../../api/projections/RuleProjection.ts"
import type { RecordedRemoval } from "../../domain/release/ReleaseHistory.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, fromItemId, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
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
    return {
      since: { version: shortName(since.version), date: since.date },
      replaced_by: deprecation.replaced_by,
      ...replacementOf(item, deprecation),
      ...considerationOf(item, deprecation),
      ...reasonOf(deprecation),
      earliest_removal: {
        version: shortName(removal.version),
        date: removal.date,
        after: removal.after.map(shortName),
        ...(removal.deprecated_in === null ? {} : { deprecated_in: shortName(removal.deprecated_in) })
      }
    }
  }
})

const reasonOf = ({ reason, translations }: Deprecation) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(translations === undefined ? {} : { translations })
})

const removedBody = (id: ItemId, { deprecation, version, withdrawn }: RecordedRemoval) => {
  const item = fromItemId(id)
  return {
    item: formatItem(item),
    removed_in: version,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(deprecation === undefined
      ? {}
      : { ...replacementOf(item, deprecation), ...considerationOf(item, deprecation), ...reasonOf(deprecation) })
  }
}

const replacementOf = (item: ItemRef, deprecation: Deprecation) => {
  const items = replacementItems(item, deprecation).map(formatItem)
  return items.length === 0 ? {} : { replacement: { mode: deprecation.replacement_mode ?? ("one_of" as const), items } }
}
