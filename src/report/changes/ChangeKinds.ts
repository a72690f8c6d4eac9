import type { Change, ChangeKind } from "../../domain/change/Change.ts"
import { kindFacts, sidesOf, type Aspect, type KindFacts } from "../../domain/change/Recording.ts"
import { capitalize } from "../../domain/Sentence.ts"
import type { Bump } from "../../domain/taxonomy/Scalars.ts"
import { bumps } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Fields, Reasons } from "../../domain/vocabulary/Field.ts"
import { itemTypes, meaningOf } from "../../domain/vocabulary/ItemTypes.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

/** How a report names a kind of change. */
export interface KindText {
  readonly one: string
  readonly many: string
}

/** What happened, and why that requires its bump if the vocabulary does not say so. The order is that of a list of kinds. */
const aspects: { readonly [A in Aspect]: readonly [verb: string, why?: Reasons] } = {
  removed: ["removed"],
  meaning: [
    "changed",
    {
      major: "existing contracts would mean something else",
      minor: "a first definition says what the item has always meant"
    }
  ],
  structure: ["changed"],
  deprecated: ["deprecated", { minor: "still valid, but announced to go" }],
  undeprecated: ["no longer deprecated", { minor: "it is no longer announced to go" }],
  added: ["added"],
  "deprecation-changed": ["changed", { patch: "another replacement or reason" }],
  corrected: ["corrected", { patch: "a waiver states that the meaning stays" }],
  text: ["changed", { patch: "the meaning stays" }],
  translation: ["changed", { patch: "translations are not normative" }],
  reordered: ["in another order", { patch: "only the order changes" }]
}

const describeKind = ({ aspect, isShared, noun: [one, many], type }: KindFacts): KindText => {
  const [verb] = aspects[aspect]
  if (isOfItem(aspect) || aspect === "reordered") {
    return { one: capitalize(`${one} ${verb}`), many: capitalize(`${many} ${verb}`) }
  }
  // Most fields are known by their name, but every item has texts.
  const isCommon = isShared || aspect === "translation"
  if (type === "taxonomy") {
    const text = capitalize(isCommon ? `${one} of the taxonomy ${verb}` : `${one} ${verb}`)
    return { one: text, many: text }
  }
  const [item, items] = itemTypes[type].noun
  return {
    one: capitalize(isCommon ? `${one} of a ${item} ${verb}` : `${one} ${verb}`),
    // A noun of several words says itself what it is of.
    many: capitalize(many.includes(" ") && !isCommon ? `${many} ${verb}` : `${many} of ${items} ${verb}`)
  }
}

/** True if the item itself is the subject, not one of its fields. */
const isOfItem = (aspect: Aspect): boolean => ["added", "removed", "deprecated", "undeprecated"].includes(aspect)

const aspectOrder = Object.keys(aspects)
const types = Object.keys(vocabulary)

/** A change of the taxonomy itself concerns everything; rules are not named by configs, and come last. */
const rankOf = ({ aspect, bump, type }: KindFacts): number => {
  const place = type === "taxonomy" ? 0 : type === "rule" ? 2 : 1
  return place * 200 - bumps.indexOf(bump) * 1000 + aspectOrder.indexOf(aspect) * 10 + types.indexOf(type)
}

/** Every kind of change in words, in the order in which a reader needs them: what breaks most first. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kinds are those of the facts
export const kindTexts = Object.fromEntries(
  Object.entries(kindFacts)
    .toSorted(([, left], [, right]) => rankOf(left) - rankOf(right))
    .map(([kind, facts]) => [kind, describeKind(facts)])
) as Readonly<Record<ChangeKind, KindText>>

/** The same order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kinds are those of the facts
export const kindOrder = Object.keys(kindTexts) as ReadonlyArray<ChangeKind>

/** A change of an item that the reader knows: `added`, `definition changed`. */
export const formatEvent = (change: Change): string => {
  const { aspect, noun } = kindFacts[change.kind]
  const [verb] = aspects[aspect]
  return isOfItem(aspect) ? verb : `${noun[0]} ${isTranslation(change) ? verbOf(change) : verb}`
}

/** Why a change requires its bump. */
const whyOf = ({ bump, kind }: Change): string => {
  const { aspect, bump: usual, why: own } = kindFacts[kind]
  // What a withdrawn release changed is undone without the bump that the change would require.
  if (bump === "patch" && usual !== "patch") return "only withdrawn releases differ"
  const why: Reasons = { ...aspects[aspect][1], ...own }
  return why[bump] ?? why[usual] ?? ""
}

/** True for what becomes or ceases to be binding: a normative field, or an item with more than texts. */
export const isNormative = (change: Change): boolean => {
  const { aspect, names, type } = kindFacts[change.kind]
  if (aspect === "removed") return true
  if (aspect === "added") return Object.keys(meaningOf(type, sidesOf(change).after)).length > 0
  const fields: Fields = vocabulary[type]
  return names.some((name) => fields[name]?.isNormative === true)
}

const isTranslation = ({ kind }: Change): boolean => kindFacts[kind].aspect === "translation"

/** The changes of one kind that require the same bump. */
export interface ChangeGroup {
  readonly kind: ChangeKind
  /** The kind in words, in the plural if there are several changes. */
  readonly title: string
  /** The kind of each change in words. */
  readonly one: string
  readonly bump: Bump
  /** `normative` if a change is; such changes come first. */
  readonly part: "normative" | "other" | "translation"
  readonly why: string
  readonly changes: ReadonlyArray<Change>
}

/**
 * Groups changes for a reader: what becomes or ceases to be binding first and translations last; within each, what
 * requires the largest bump first. The changes of a first release require no bump, so they are grouped by their kinds alone.
 */
export const groupChanges = (changes: ReadonlyArray<Change>, isFirst = false): ReadonlyArray<ChangeGroup> =>
  [...Map.groupBy(changes, (change) => `${isFirst ? "" : change.bump} ${change.kind} ${verbOf(change)}`).values()]
    .flatMap((members) => {
      const [first] = members
      if (first === undefined) return []
      const { many, one } = titlesOf(first)
      const normative = members.filter(isNormative)
      const group: ChangeGroup = {
        kind: first.kind,
        title: members.length === 1 ? one : many,
        one,
        bump: first.bump,
        part: normative.length > 0 ? "normative" : isTranslation(first) ? "translation" : "other",
        why: whyOf(first),
        changes: [...normative, ...members.filter((change) => !isNormative(change))]
      }
      const bump = isFirst ? 0 : -bumps.indexOf(group.bump)
      return [{ group, rank: partOrder.indexOf(group.part) * 10_000 + bump * 1000 + kindOrder.indexOf(first.kind) }]
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ group }) => group)

/** The kind in words. Translations are changed, added or removed. */
const titlesOf = (change: Change): Pick<KindText, "many" | "one"> => {
  const { many, one } = kindTexts[change.kind]
  const verb = verbOf(change)
  return { many: many.replace(/changed$/, verb), one: one.replace(/changed$/, verb) }
}

const verbOf = (change: Change): "changed" | "added" | "removed" => {
  if (!isTranslation(change)) return "changed"
  const { after, before } = sidesOf(change)
  return before === undefined ? "added" : after === undefined ? "removed" : "changed"
}

const partOrder: ReadonlyArray<ChangeGroup["part"]> = ["normative", "other", "translation"]
