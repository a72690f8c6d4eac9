import * as Record from "effect/Record"
import { isEqual } from "../change/Diff.ts"
import type { Path } from "../Finding.ts"
import { memberOf } from "../Json.ts"
import { kindOf, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Items } from "../taxonomy/Taxonomy.ts"
import { textFieldsOf } from "../vocabulary/ItemTypes.ts"
import { snapshotOf, type Item } from "../vocabulary/Snapshot.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { ReleaseProposal } from "./ReleaseProposal.ts"

/** A text that a release adds or changes. */
export interface ChangedText {
  /** `undefined` for the texts of the taxonomy itself. */
  readonly item: ItemRef | undefined
  /** Leads from the item to the text. */
  readonly path: Path
  readonly text: string
  /** The tag of the language if the text is a translation. */
  readonly language: string | undefined
}

/**
 * The texts that differ from those of the base release and pass a test, in the order of the sources. Published texts are
 * settled. There may be many, so the test comes before anything is made of a text, and dimensions without a change are
 * passed over.
 */
export const changedTexts = (
  { base, changes, command: { taxonomy } }: ReleaseProposal,
  isWanted: (text: string) => boolean
): ReadonlyArray<ChangedText> => {
  if (changes.length === 0) return []
  const dimensions = changedDimensions(changes)
  const before = base && snapshotOf(base.taxonomy)
  const found: Array<ChangedText> = []
  collectTexts(found, isWanted, "taxonomy", undefined, taxonomy, base?.taxonomy)
  const mayHaveWanted = (content: Item, _: unknown, dimension?: string): boolean =>
    (dimension === undefined || dimensions.has(dimension)) &&
    Object.values(content).some((member) => typeof member !== "string" || isWanted(member))
  for (const { content, item } of snapshotOf(taxonomy).items(mayHaveWanted)) {
    collectTexts(found, isWanted, kindOf(item), item, content, before?.get(item))
  }
  return found
}

/** The dimensions that change, or of whose values some change. */
export const changedDimensions = (changes: ReleaseProposal["changes"]): ReadonlySet<string> =>
  new Set(changes.flatMap((change) => ("dimension" in change ? [change.dimension] : [])))

const collectTexts = (
  found: Array<ChangedText>,
  isWanted: (text: string) => boolean,
  type: keyof Items,
  item: ItemRef | undefined,
  now: object,
  before: object | undefined
): void => {
  const add = (path: Path, content: unknown, old: unknown, language?: string): void => {
    if (content === old) return
    if (typeof content === "string") {
      if (isWanted(content)) found.push({ item, path, text: content, language })
    } else if (Array.isArray(content)) {
      const known: ReadonlyArray<unknown> = Array.isArray(old) ? old : []
      for (const [index, entry] of content.entries()) {
        if (!known.some((other) => isEqual(entry, other))) add([...path, index], entry, undefined, language)
      }
    } else {
      for (const [name, member] of membersOf(content)) add([...path, name], member, memberOf(old, name), language)
    }
  }
  const addFields = (fields: ReadonlySet<string>, path: Path, content: unknown, old: unknown): void => {
    for (const [name, text] of membersOf(content)) {
      const known = memberOf(old, name)
      if (text === known || !fields.has(name)) continue
      if (name === "deprecated") addFields(textFields.deprecation, [...path, name], text, known)
      else if (name === "translations") {
        for (const [language, texts] of membersOf(text)) {
          add([...path, name, language], texts, memberOf(known, language), language)
        }
      } else add([...path, name], text, known)
    }
  }
  addFields(textFields[type], [], now, before)
}

const textFields = Record.map(
  vocabulary,
  (_, type): ReadonlySet<string> => new Set([...textFieldsOf(type), "translations", "deprecated"])
)

const membersOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
