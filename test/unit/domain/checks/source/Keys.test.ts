import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readSource } from "../../../../../src/build/sources/SourceReader.ts"
import { helpOf } from "../../../../../src/report/FindingText.ts"

/** A source of each kind, with room for a key. */
const sources = {
  dimension: (line: string) =>
    `name: use_type\nlabel: Use\ndescription: Use.\nshape: multiple\nrequired: false\n${line}values:\n  - { code: A, label: A, description: A. }\n`,
  value: (line: string) =>
    `name: use_type\nlabel: Use\ndescription: Use.\nshape: multiple\nrequired: false\nvalues:\n  - code: A\n    label: A\n    description: A.\n    ${line}`,
  license: (line: string) => `code: EDU\nname: Education\ndescription: Schools.\nconfig: {}\n${line}`,
  rule: (line: string) => `id: never\ndescription: Never.\nforbid: { use_type: { contains: A } }\n${line}`
}

const files = {
  dimension: "dimensions/use_type.yaml",
  value: "dimensions/use_type.yaml",
  license: "licenses/EDU.yaml",
  rule: "rules/never.yaml"
}

type Kind = keyof typeof sources

const helpFor = (kind: Kind, key: string): ReadonlyArray<string> =>
  Result.match(
    readSource({
      _tag: "File",
      path: files[kind],
      bytes: new TextEncoder().encode(sources[kind](`${key}: something\n`))
    }),
    {
      onSuccess: () => [],
      onFailure: (findings) => findings.map((finding) => `${finding.rule}: ${helpOf(finding)}`)
    }
  )

const kinds: ReadonlyArray<Kind> = ["dimension", "value", "license", "rule"]

const above = "Write the kinds above a value as a list, broader: [CODE], in the narrower value."
const names =
  "Write the other names of a value as a list, alt_labels: [NAME, NAME]. Other items have one label, and a description which searches find."
const state =
  "Every published item is valid. If it should no longer be used, write deprecated: with replaced_by or a reason."
const dates =
  "The ledger records the date of each release, so sources have none. Remove it, or write it into the description."
const examples =
  "Write the examples of a value as a list, examples: [TEXT, TEXT], or into the definition if a contract depends on them. Other items have a description."
const notes =
  "Write it as a comment, with # before each line. If readers should see it, write notes: in a value, or the description of another item."
const references =
  "Write the references of a value as a list, citations: [{ title: TEXT, url: ADDRESS }]. Other items have a description."
const order = "The order of the list is the order of the values. Remove it."
const numbers = "A value has no numbers. State the limits in the definition."
const exclusions = "A license states what it grants. Say in the description what it leaves out."
const identity = "The code identifies the item, and its IRI follows from it. Remove it."

/** The keys of other vocabularies, and what to write instead of them. */
const table: ReadonlyArray<readonly [help: string, keys: string]> = [
  [above, "parent parents narrower children group groups category subset subsets"],
  [names, "alias aliases synonym synonyms also_known_as former_name former_names other_name other_names"],
  [state, "status state stability obsolete retired is_deprecated active"],
  [dates, "since valid_from valid_until valid_to effective effective_date from until start end expires date dates"],
  [dates, "created modified"],
  [examples, "usage"],
  [notes, "comment comments remark remarks todo fixme nb internal editor_note editor_notes editornote"],
  [notes, "scope_note scope_notes scopenote scopeNote rationale summary"],
  [references, "source sources reference references see_also seealso seeAlso link links url urls"],
  [references, "exact_match close_match related_match exactMatch same_as sameAs mapping mappings"],
  [order, "order sort sort_order position index rank"],
  [numbers, "min max minimum maximum unit range"],
  [exclusions, "exclude excludes excluding not"],
  [identity, "iri uri uuid identifier"]
]

const foreign = table.flatMap(([help, keys]) => keys.split(" ").map((key) => ({ key, help })))

/** Keys of values that belong to no other item, and keys of other vocabularies that are almost such a key. */
const almost = [
  { key: "broader", help: above },
  { key: "includes", help: above },
  { key: "alt_labels", help: names },
  { key: "alt_label", help: names, meant: "alt_labels" },
  { key: "altLabel", help: names, meant: "alt_labels" },
  { key: "examples", help: examples },
  { key: "example", help: examples, meant: "examples" },
  { key: "notes", help: notes },
  { key: "note", help: notes, meant: "notes" },
  { key: "citations", help: references },
  { key: "citation", help: references, meant: "citations" }
]

describe("a key that editors know from other vocabularies", () => {
  it.for(foreign)("is refused with what to write instead, in every item: $key", ({ help, key }) => {
    for (const kind of kinds) expect(helpFor(kind, key), kind).toEqual([`source/unknown-key: ${help}`])
  })

  it.for(almost)("belongs to values: $key", ({ help, key, meant }) => {
    for (const kind of kinds) {
      if (kind !== "value") expect(helpFor(kind, key), kind).toEqual([`source/unknown-key: ${help}`])
      else if (meant !== undefined) expect(helpFor(kind, key)).toEqual([`source/unknown-key: Did you mean "${meant}"?`])
      else expect(helpFor(kind, key)).not.toContain(`source/unknown-key: ${help}`)
    }
  })
})
