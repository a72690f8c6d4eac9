import { memberOf } from "../../domain/Json.ts"
import { kindOf, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { everything } from "../../domain/taxonomy/Names.ts"
import type { Role } from "../../domain/taxonomy/Scalars.ts"
import type { Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { namedItems, otherFields } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

/** What an item says beside its names and its meaning, for a page about it. */
export interface Fact {
  /** The field that says it. `narrower` is said by other values. */
  readonly name: string
  readonly title: string
  /** The items that it names. */
  readonly items: ReadonlyArray<ItemRef>
  /** What codes of it mean in words, one entry each. Empty if the page shows the text of the field. */
  readonly words: ReadonlyArray<string>
  readonly citations: NonNullable<Value["citations"]>
}

/** The facts about an item in the order of the vocabulary, and after them the kinds below a value (docs/meaning.md). */
export const factsOf = (taxonomy: Taxonomy, item: ItemRef): ReadonlyArray<Fact> => {
  const content = snapshotOf(taxonomy).get(item)
  if (content === undefined) return []
  const named = namedItems({ content, item })
  const facts = otherFields(vocabulary[kindOf(item)], content, "description", "definition", "required").map(
    ({ name, title }) => ({
      name,
      title: factTitles.get(name) ?? title,
      items: named.filter(({ path }) => path[0] === name).map(({ names }) => names),
      words: [memberOf(content, name)].flat().flatMap((code) => wordsOf(name, code)),
      citations: name === "citations" && "citations" in content ? (content.citations ?? []) : []
    })
  )
  const below = kindsBelow(taxonomy, item)
  return below.length === 0
    ? facts
    : [...facts, { name: "narrower", title: "Kinds below", items: below, words: [], citations: [] }]
}

const kindsBelow = (taxonomy: Taxonomy, item: ItemRef): ReadonlyArray<ItemRef> =>
  item._tag === "Value"
    ? snapshotOf(taxonomy)
        .narrower(item.dimension, item.value)
        .map(({ code }) => valueRef(item.dimension, code))
    : []

/** The titles of fields in plain words. */
export const factTitles: ReadonlyMap<string, string> = new Map([
  ["role", "What it says"],
  ["unset", "If a license does not set it"],
  ["reserves", "Reserved for the licensee"],
  ["within", "Reserved only within"],
  ["values_of", "Takes its values from"],
  ["refines", "Names parts of the countries of"],
  ["broader", "Kinds above"],
  ["includes", "Includes"],
  ["unbound_by", "Not bound by"],
  ["citations", "Sources"]
])

/** What a code of a field means in words, if it needs them. */
export const wordsOf = (name: string, code: unknown): ReadonlyArray<string> => {
  const text = typeof code === "string" && Object.hasOwn(inWords, name) ? inWords[name]?.[code] : undefined
  return typeof text === "string" ? [text] : []
}

const roles: { readonly [Each in Role]: string } = {
  scope: "what the license is for",
  permission: "what the licensee may do",
  limit: "what the licensee may not do",
  duty: "what the licensee must do",
  exclusivity: "what the licensor may not grant to others",
  description: "nothing about what may be done"
}

const inWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: roles,
  unset: {
    nothing: "it gives nothing of it",
    everything: "it gives all of it",
    open: "the agreement decides"
  },
  reserves: { [everything]: "everything that the license grants" }
}
