import * as Schema from "effect/Schema"
import type { Change, Flat, ItemName } from "../../domain/change/Change.ts"
import { makeChangeSchemas } from "../../domain/change/ChangeSchema.ts"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Count, Version } from "../../domain/taxonomy/Scalars.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { NextCursor, ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody, Replacement, translationsOf, translationsOfItem } from "./DeprecationBody.ts"
import {
  listTranslationsOf,
  bodySchema,
  snapshotFields,
  snapshotLists,
  snapshotTexts,
  StatedDeprecation
} from "./ItemFields.ts"
import { RuleSnapshot } from "./RuleBody.ts"

const text = Schema.NonEmptyString

/** The facts that a change of an item adds to its record. */
const facts = {
  item: text.annotate({
    component: "ItemReference",
    description: "`dimension`, `dimension/value`, the code of a license, or `rules/id`."
  }),
  label: text.annotate({
    component: "ChangedLabel",
    description:
      "The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed."
  }),
  translations: translationsOfItem,
  deprecation: Schema.optionalKey(DeprecationBody)
}

const removal = {
  removed_in: Schema.optionalKey(
    Schema.toEncoded(Version).annotate({
      description: "The release that removed it. Absent if `to` follows from no release that had it."
    })
  ),
  replacement: Schema.optionalKey(Replacement),
  reason: Schema.optionalKey(text.annotate({ description: "Why it was removed, if the editors stated a reason." }))
}

// Items as the sources and `changes.json` write them. The other bodies call the label of a dimension its name.
const ValueSnapshot = Schema.Struct(snapshotFields(vocabulary.value)).annotate({
  identifier: "ValueSnapshot",
  description: "A value as the editors wrote it."
})

const DimensionSnapshot = Schema.Struct({
  ...snapshotFields(vocabulary.dimension),
  values: Schema.Array(ValueSnapshot)
}).annotate({ identifier: "DimensionSnapshot", description: "A dimension with its values, as the editors wrote it." })

const LicenseSnapshot = Schema.Struct(snapshotFields(vocabulary.license)).annotate({
  identifier: "LicenseSnapshot",
  description: "A base license as the editors wrote it."
})

/** The records of changes, as `changes.json` and `taxonomy diff` write them, with more facts about the item. */
const records = makeChangeSchemas({
  fieldOf: ({ kind, schema }, fields) =>
    kind === "deprecation"
      ? StatedDeprecation
      : kind === "translation"
        ? translationsOf(snapshotTexts(fields)).schema
        : bodySchema(schema),
  besides: ({ kind }, fields) => {
    const lists = snapshotLists(fields)
    if (kind !== "translation" || Object.keys(lists).length === 0) return {}
    const side = listTranslationsOf(lists)
    return {
      lists: Schema.optionalKey(
        Schema.Struct({ before: side, after: side }).annotate({ description: "The lists of texts, before and after." })
      )
    }
  },
  items: { dimension: DimensionSnapshot, value: ValueSnapshot, license: LicenseSnapshot, rule: RuleSnapshot },
  text,
  codes: Schema.Array(text).annotate({ description: "The codes that both releases have, in their order." }),
  position: Count.annotate({ description: "The position among the values of `to`, from 0." }),
  approval: { reason: text.annotate({ description: "Why the meaning stayed the same." }), approved_by: text },
  facts,
  removal
})

type ItemFacts = Schema.Struct.Encoded<typeof facts>
type Removal = Schema.Struct.Encoded<typeof removal>
type Named = ItemName["dimension"] | ItemName["license"] | ItemName["rule"]

/** The record with its facts, for each kind of change. */
type WithFacts<C> = C extends Named
  ? C extends { readonly kind: `${string}-removed` }
    ? Flat<C & ItemFacts & Removal>
    : Flat<C & ItemFacts>
  : C

/** The record, with translations as bodies show them. */
type InBody<C> = C extends { readonly kind: "value-added" }
  ? Flat<Omit<C, "after"> & { readonly after: typeof ValueSnapshot.Encoded }>
  : C extends { readonly kind: "dimension-added" }
    ? Flat<Omit<C, "after"> & { readonly after: typeof DimensionSnapshot.Encoded }>
    : C extends { readonly kind: "rule-added" }
      ? Flat<Omit<C, "after"> & { readonly after: typeof RuleSnapshot.Encoded }>
      : C extends { readonly kind: "value-translations-changed" }
        ? Flat<Omit<C, "before" | "after"> & Sides<(typeof ValueSnapshot.Encoded)["translations"]> & ChangedLists>
        : C

type Sides<A> = { readonly before?: Exclude<A, undefined>; readonly after?: Exclude<A, undefined> }

type ChangedLists = { readonly lists?: Sides<(typeof ValueSnapshot.Encoded)["list_translations"]> }

/** A change, as `changes.json` records it, with what a reader needs to know of its item. */
export type ChangeBody = WithFacts<InBody<Change>>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are derived from the vocabulary
export const ChangeBody = Schema.Union(records.map(([, schema]) => schema)).annotate({
  identifier: "Change",
  description:
    "One difference between two releases: `kind` says what changed, and `before` and `after` how. " +
    "`bump` is the version bump that it requires."
}) as unknown as Schema.Codec<ChangeBody>

const ComparedRelease = Schema.Struct({
  version: TaxonomyVersion,
  release: Schema.toEncoded(Version),
  published_at: Timestamp
}).annotate({ identifier: "ComparedRelease", description: "A release that is compared with another." })

/** The body of the changes between two releases. It depends on these two alone, so it never changes. */
export type ChangesBody = typeof ChangesBody.Encoded
export const ChangesBody = Schema.Struct({
  version: TaxonomyVersion,
  from: ComparedRelease,
  to: ComparedRelease,
  required_bump: Schema.Literals(["major", "minor", "patch", "none"]).annotate({
    description:
      "The largest bump of all changes between the two releases, whatever the filter selects; `none` without changes."
  }),
  changes: Schema.Array(ChangeBody),
  count: Count,
  next_cursor: NextCursor,
  _meta: ReleaseMeta
}).annotate({
  identifier: "Changes",
  description: "The net changes that lead from one release to another, and their number."
})
