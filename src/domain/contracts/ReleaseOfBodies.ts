import { conflictRuleRef, dimensionRef, toItemId, valueRef, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { isDimensionName } from "../taxonomy/Names.ts"
import { replacementItem } from "../taxonomy/Replacement.ts"
import type { RuleConditions } from "../taxonomy/Rules.ts"
import type { Shape, Version } from "../taxonomy/Scalars.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import type { ContractRelease, ItemDeprecation, ItemRemoval, ItemReplacement } from "./ContractRelease.ts"

/** What contracts need of the complete schema that a release publishes, in any artifact format. */
export interface PublishedSchema {
  readonly _meta: { readonly release: string }
  readonly dimensions: Readonly<Record<string, PublishedDimension>>
  readonly validation_rules: {
    readonly conflicts: Readonly<Record<string, PublishedConflict>>
    readonly advice?: Readonly<Record<string, Omit<ConflictRule, "id" | "advice">>>
  }
  /** Format 1 does not list what was removed. */
  readonly removed?: ReadonlyArray<PublishedRemoval>
}

type PublishedConflict = Omit<ConflictRule, "id" | "advice"> & {
  readonly source?: RuleConditions
  readonly part_of?: string
}

interface PublishedDimension {
  readonly shape: Shape
  readonly required: boolean
  readonly refines?: string
  readonly values: ReadonlyArray<string>
  readonly value_details: Readonly<Record<string, { readonly deprecation?: PublishedDeprecation }>>
  readonly deprecation?: PublishedDeprecation
}

interface PublishedDeprecation extends PublishedReplacement {
  readonly since: { readonly version: string; readonly date: string }
  readonly replaced_by: ReadonlyArray<string>
  readonly earliest_removal: {
    readonly version: string
    readonly date: string
    readonly after?: ReadonlyArray<string>
    readonly deprecated_in?: string
  }
}

interface PublishedRemoval extends PublishedReplacement {
  /** Such as `use_type/editorial`. */
  readonly item: string
  readonly removed_in: string
}

/** What contracts need of an item in the list of all items that the taxonomy ever had. */
interface PublishedItem extends PublishedReplacement {
  readonly item: string
  readonly kind: "dimension" | "value" | "license" | "rule"
  readonly added_in: string
  readonly removed_in?: string
}

interface PublishedReplacement {
  readonly replacement?: { readonly mode: "one_of" | "all_of"; readonly items: ReadonlyArray<string> }
  readonly reason?: string
}

/**
 * A release as its published schema tells it. A list of all items adds which releases added and removed them, which a
 * schema of format 1 does not say.
 */
export const releaseOfBodies = (schema: PublishedSchema, items: ReadonlyArray<PublishedItem> = []): ContractRelease => {
  const version = schema._meta.release
  const dimensions = Object.entries(schema.dimensions)
  return {
    version,
    dimensions: dimensions.map(([name, { refines, required, shape, values }]) => ({
      name,
      shape,
      required,
      ...(refines === undefined ? {} : { refines }),
      values: values.map((code) => ({ code }))
    })),
    rules: rulesOfBody(schema.validation_rules),
    deprecations: new Map(
      dimensions.flatMap(([name, { deprecation, value_details }]) => [
        ...deprecationEntry(dimensionRef(name), deprecation),
        ...Object.entries(value_details).flatMap(([code, details]) =>
          deprecationEntry(valueRef(name, code), details.deprecation)
        )
      ])
    ),
    removed: new Map([
      ...items.flatMap((item) =>
        isPartOfConfigs(item) && isRemovedAsOf(version, item)
          ? removalEntry({ ...item, removed_in: item.removed_in })
          : []
      ),
      ...(schema.removed ?? []).flatMap(removalEntry)
    ]),
    added: new Map(items.flatMap(addedEntry))
  }
}

/** The rules as their editors wrote them, binding ones first. */
export const rulesOfBody = ({
  advice = {},
  conflicts
}: PublishedSchema["validation_rules"]): ReadonlyArray<ConflictRule> => [
  ...Object.entries(conflicts).flatMap(([id, { forbid, part_of, source, ...texts }]) =>
    part_of === undefined ? [{ id, ...texts, ...(source ?? { ...(forbid && { forbid }) }) }] : []
  ),
  ...Object.entries(advice).map(([id, rule]) => ({ id, ...rule, advice: true }))
]

type Entries<A> = ReadonlyArray<readonly [ItemId, A]>

const deprecationEntry = (item: ItemRef, deprecation: PublishedDeprecation | undefined): Entries<ItemDeprecation> => {
  if (deprecation === undefined) return []
  const { earliest_removal, reason, replaced_by, replacement, since } = deprecation
  const { after = [], date, deprecated_in, version } = earliest_removal
  return [
    [
      toItemId(item),
      {
        replacement: {
          mode: replacement?.mode ?? "one_of",
          items: replaced_by.map((name) => replacementItem(item, name))
        },
        reason,
        since,
        earliest_removal: { version, date, after, deprecated_in }
      }
    ]
  ]
}

const isRemovedAsOf = (version: string, item: PublishedItem): item is PublishedItem & { readonly removed_in: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bodies hold full versions
  item.removed_in !== undefined && compare(item.removed_in as Version, version as Version) <= 0

const removalEntry = ({ item: name, reason, removed_in, replacement }: PublishedRemoval): Entries<ItemRemoval> =>
  parseItem(name).map((item) => [
    toItemId(item),
    { removed_in, replacement: toReplacement(replacement, reason), reason }
  ])

/** Only what a config names can be missing from it, so licenses are left out. */
const parseItem = (name: string): ReadonlyArray<ItemRef> => {
  // Neither codes nor names contain a slash.
  const [dimension = "", value] = name.split("/")
  if (!isDimensionName(dimension)) return []
  return [value === undefined ? dimensionRef(dimension) : valueRef(dimension, value)]
}

const toReplacement = (
  replacement: PublishedRemoval["replacement"],
  reason: string | undefined
): ItemReplacement | undefined => {
  if (replacement !== undefined) return { mode: replacement.mode, items: replacement.items.flatMap(parseItem) }
  // A deprecation without a replacement has a reason.
  return reason === undefined ? undefined : { mode: "one_of", items: [] }
}

const addedEntry = ({ added_in, item: name, kind }: PublishedItem): Entries<string> => {
  const items = kind === "rule" ? [conflictRuleRef(name.slice("rules/".length))] : parseItem(name)
  return kind === "license" ? [] : items.map((item) => [toItemId(item), added_in])
}

const isPartOfConfigs = ({ kind }: PublishedItem): boolean => kind === "dimension" || kind === "value"
