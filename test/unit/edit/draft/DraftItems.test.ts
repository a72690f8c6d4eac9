import { describe, it } from "vitest"
import { DraftRefused } from "../../../../src/edit/draft/DraftItems.ts"

type Problem = DraftRefused["problem"]

/** The message of each problem of an item `a` that concerns `b`, too. */
const messages: Readonly<Record<Problem, string>> = {
  unknown: 'The sources contain no b "a". Search for it with taxonomy find.',
  ambiguous: '"a" names several items: b. Write one of them.',
  exists: '"a" exists already. Choose another code.',
  "differs-in-case": '"a" differs from "b" only in case. Choose another code.',
  "values-of-other": '"a" would belong to a dimension that has the values of another. Add "b".',
  shared: '"a" is the value "b", which several dimensions share. Name that one.',
  removed: '"a" was removed in b, and a removed code stays reserved. Choose another code.',
  "device-name": 'Windows reserves the name "a". Choose another.',
  "name-of-other-kind": '"a" is the name of a b already. Choose another.',
  "rule-not-deprecated": '"a" is a conflict rule, which is never deprecated. Delete its file in a minor release.',
  "not-deprecated": '"a" is not deprecated. Leave out --undo.',
  "replaces-itself": '"a" cannot replace itself. Name another item.',
  "merges-itself": '"a" cannot be merged into itself. Name the items that it replaces.',
  "replacement-deprecated": '"a" is deprecated itself. Write --replaced-by b.',
  "replaced-by-it": '"a" is deprecated for "b" itself. Undo that first: taxonomy deprecate a --undo.',
  "replacement-kind": '"a" cannot replace "b". Name an item of the same kind.',
  "no-replacement-or-reason": 'The deprecation of "a" needs a replacement or a reason. Pass --replaced-by or --reason.',
  "all-of-one": 'The deprecation of "a" names fewer than two items that replace it together. Leave out --all-of.',
  "same-name": '"a" has this name already. Write --to with another dimension or code.',
  "not-movable": '"a" is not a value or a license. Write DIMENSION/CODE, or the code of a license.',
  "unknown-neighbor": 'The file of "b" contains no value "a" after which a new one could go.',
  "config-twice": '"a" is set twice. Set each dimension once.',
  "one-code": 'A config sets "a" to one code. Write a=CODE.',
  "one-condition": 'A config sets "a" to one code. Write a=CODE, a=A,B for either of two, or a=not:A,B for neither.',
  "flag-setting": '"a" is not a flag. Write FLAG, FLAG:true or FLAG:false.',
  "territory-setting": '"global" stands alone in "a". Write a=global or a=US,CA.',
  "texts-missing": '"a" is a new value without a b. Pass --b, once for each new value.',
  "texts-unused": "--a is given more often than there are new values. Leave out what existing values have.",
  "unknown-key": '"a" has no key "b" that can be set. See docs/sources.md.',
  "key-of-identity": '"a" never changes. Give the item another name with taxonomy move.',
  "key-of-items": '"a" are items of their own. Name one of them, or add one with taxonomy new.',
  "key-of-deprecation": "A deprecation has a command of its own. Run taxonomy deprecate.",
  "key-in-file": '"a" is more than a text or a list of texts. Edit b.',
  "key-required": '"a" cannot be left out. Write what it holds.',
  "one-text": '"a" holds one text. Put it in quotes.',
  "not-a-boolean": '"a" is true or false. Write one of the two.',
  "different-kinds": '"a" and "b" are of different kinds. Merge items of one kind.',
  "different-dimensions": '"a" and "b" are of different dimensions. Move one of them first.'
}

describe("the message about a refused change of the sources", () => {
  it.for(DraftRefused.fields.problem.literals)("says what is wrong and what to write: %s", (problem, { expect }) => {
    expect(new DraftRefused({ problem, name: "a", other: "b" }).message).toBe(messages[problem])
  })

  it.for([
    ["unknown", 'The sources contain no item "a". Search for it with taxonomy find.'],
    ["replacement-deprecated", '"a" is deprecated itself, without a replacement. Name another item.'],
    ["texts-missing", '"a" is a new value without a label. Pass --label, once for each new value.']
  ] as const)("is complete without another name: %s", ([problem, message], { expect }) => {
    expect(new DraftRefused({ problem, name: "a" }).message).toBe(message)
  })

  it("ends with the suggestion, instead of a search for what is unknown", ({ expect }) => {
    const suggestion = 'Did you mean "ab"?'
    expect(new DraftRefused({ problem: "unknown", name: "a", other: "license", suggestion }).message).toBe(
      'The sources contain no license "a". Did you mean "ab"?'
    )
    expect(new DraftRefused({ problem: "exists", name: "a", suggestion }).message).toBe(
      '"a" exists already. Choose another code. Did you mean "ab"?'
    )
  })
})
