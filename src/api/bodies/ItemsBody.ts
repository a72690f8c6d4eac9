import * as Schema from "effect/Schema"
import { Count, Day, Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { NextCursor, HistoryMeta } from "./BodyParts.ts"
import { consider, DeprecationBody, Replacement, translationsOfItem } from "./DeprecationBody.ts"

const release = (description: string) => Schema.toEncoded(Version).annotate({ description })

const ItemEntry = Schema.Struct({
  item: Schema.NonEmptyString.annotate({
    description: "`dimension`, `dimension/value`, the code of a license, or `rules/id`."
  }),
  kind: Schema.Literals(["dimension", "value", "license", "rule"]),
  label: Schema.NonEmptyString.annotate({
    description:
      "The label, the name of a license, or the description of a rule, in the newest release that has the item."
  }),
  translations: translationsOfItem,
  added_in: release("The release that added the item, or that brought it back."),
  deprecated_in: Schema.optionalKey(
    release("The release that deprecated it. Absent if the newest release that has it does not deprecate it.")
  ),
  removed_in: Schema.optionalKey(
    release("The release that removed it. Absent if the newest line of releases that ever had it still does.")
  ),
  removed_on: Schema.optionalKey(
    Day.annotate({ description: "The day of that release. Absent if it is not removed." })
  ),
  last_in: Schema.optionalKey(release("The newest release that has it. Absent if that is the newest release of all.")),
  replacement: Schema.optionalKey(Replacement),
  consider,
  reason: Schema.optionalKey(Schema.NonEmptyString).annotate({
    description: "Why it is deprecated or was removed, if the editors stated a reason."
  }),
  deprecation: Schema.optionalKey(DeprecationBody).annotateKey({
    description:
      "The deprecation in the newest release with the item that was not withdrawn, with its removal as of today: `earliest_removal` of a removed item is the removal itself. Absent if that release does not deprecate it."
  })
}).annotate({
  identifier: "Item",
  description: "A dimension, a value, a base license or a rule of any release, and when it came and went."
})

/** The body of the list of items. */
export type ItemsBody = typeof ItemsBody.Encoded
export const ItemsBody = Schema.Struct({
  version: TaxonomyVersion,
  items: Schema.Array(ItemEntry),
  count: Count,
  next_cursor: NextCursor,
  _meta: HistoryMeta
}).annotate({ identifier: "Items", description: "Every item that the taxonomy ever had, sorted by name." })
