import type { Change } from "../change/Change.ts"
import { changedFields, kindFacts, sidesOf } from "../change/Recording.ts"
import { memberOf } from "../Json.ts"
import { kindOf } from "../taxonomy/ItemRef.ts"
import type { Items, Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Field, Fields } from "./Field.ts"
import { snapshotOf, type SnapshotItem } from "./Snapshot.ts"
import { vocabulary } from "./Vocabulary.ts"

/**
 * The numbers whose event schema and artifact format follow the vocabulary: each has the fields that are since then or before.
 * Number 2 was that of unreleased versions of this program. A number that a release has published is pinned by the corpus.
 */
export const derivedNumbers: ReadonlyArray<number> = [3, 4]

/** Operators of conditions that the first schema of events did not have, and the first that had each. */
const operators: Readonly<Record<string, number>> = { none_of: 4, contains_none: 4 }

/**
 * The number of the first schema of events, and of the first artifact format, that has all parts of an item. The numbers of
 * both go together.
 */
export const sinceOf = (type: keyof typeof vocabulary, item: unknown): number => {
  const fields: Fields = vocabulary[type]
  if (typeof item !== "object" || item === null) return first
  let since = first
  // There may be very many items, and nearly all of their fields are in the first schema.
  for (const name in item) {
    const field = fields[name]
    // No schema has a field that the vocabulary does not know.
    const least = field === undefined ? Infinity : isPlain(field) ? first : sinceOfField(field, memberOf(item, name))
    if (least > since) since = least
  }
  return since
}

const isPlain = ({ form, kind, since }: Field): boolean =>
  since === undefined && kind !== "items" && kind !== "deprecation" && form !== "conditions"

/** The same of a change. */
export const sinceOfChange = (change: Change): number => {
  const { aspect, type } = kindFacts[change.kind]
  const { after, before } = sidesOf(change)
  if (aspect === "added") return sinceOf(type, after)
  if (aspect === "corrected") return firstWithCorrections
  const fields: Fields = vocabulary[type]
  const ofFields = changedFields(change).flatMap(({ after, before, name }) =>
    [before, after].filter((side) => side !== undefined).map((side) => sinceOfField(fields[name], side))
  )
  const ofDeprecation = aspect.includes("deprecat") ? [before, after].map((side) => sinceOf("deprecation", side)) : []
  return Math.max(first, ...ofFields, ...ofDeprecation)
}

/** True if a snapshot has nothing that came after a schema of events or a format. */
export const hasNothingSince = (taxonomy: Taxonomy, number: number): boolean => {
  const { dimensions: _, licenses: __, rules: ___, ...header } = taxonomy
  const exceeds = (content: SnapshotItem["content"], kind: SnapshotItem["_tag"]) => {
    const type: keyof Items = kindOf({ _tag: kind })
    // The values of a dimension are items of their own.
    return sinceOf(type, type === "dimension" ? { ...content, values: undefined } : content) > number
  }
  return sinceOf("taxonomy", header) <= number && snapshotOf(taxonomy).items(exceeds).next().done === true
}

/** The first schema with corrected definitions, and the first format whose notes have a place for them. */
export const firstWithCorrections = 3

/** The first with notes of the editors. */
export const firstWithNotes = 4

const first = 1

const sinceOfField = (field: Field | undefined, content: unknown): number => {
  const { form, kind, since = first } = field ?? {}
  if (content === undefined) return first
  switch (kind) {
    case "items":
      return Math.max(since, ...(Array.isArray(content) ? content.map((value) => sinceOf("value", value)) : []))
    case "deprecation":
      return Math.max(since, sinceOf("deprecation", content), ...movesIn(content))
    default:
      return form === "conditions" ? Math.max(since, ...operatorsIn(content)) : since
  }
}

/** Schema 3 is the first in which a value can be moved to another dimension. */
const movesIn = (deprecation: unknown): ReadonlyArray<number> => {
  const names = memberOf(deprecation, "replaced_by")
  return Array.isArray(names) && names.some((name: unknown) => typeof name === "string" && name.includes("/"))
    ? [3]
    : []
}

const operatorsIn = (conditions: unknown): ReadonlyArray<number> => {
  if (typeof conditions !== "object" || conditions === null || Array.isArray(conditions)) return []
  return Object.entries(conditions).flatMap(([name, operand]: readonly [string, unknown]) => [
    Array.isArray(operand) ? (operators[name] ?? first) : first,
    ...operatorsIn(operand)
  ])
}
