import type { DeprecationFacts } from "../../domain/release/removal/DeprecationFacts.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"

/** The facts about a deprecated item as every body has them. */
export const deprecationBody = ({
  deprecation,
  item,
  removal,
  since
}: Pick<DeprecationFacts, "deprecation" | "item" | "removal" | "since">): typeof DeprecationBody.Encoded => {
  const { reason, replaced_by, replacement_mode: mode = "one_of", translations } = deprecation
  const items = replacementItems(item, deprecation).map(formatItem)
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by,
    ...(items.length === 0 ? {} : { replacement: { mode, items } }),
    ...(reason === undefined ? {} : { reason }),
    ...(translations === undefined ? {} : { translations }),
    earliest_removal: {
      version: shortName(removal.version),
      date: removal.date,
      after: removal.after.map(shortName),
      ...(removal.deprecated_in === null ? {} : { deprecated_in: shortName(removal.deprecated_in) })
    }
  }
}
