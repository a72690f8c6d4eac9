import { assert, describe, it } from "@effect/vitest"
import { readPlainYaml } from "../../../../src/build/yaml/PlainYaml.ts"
import { compareReaders } from "../../../support/PlainYamlOracle.ts"
import { generateYaml } from "../../../support/YamlGenerator.ts"
import { makeRandom, mutateYaml } from "../../../support/YamlMutator.ts"

describe("readPlainYaml", () => {
  it("reads the styles that editors use", () => {
    const text = `# yaml-language-server: $schema=../dimension.schema.json
name: use # a comment
label: 'It''s'
definition: >-
  One line
  and another.

  A paragraph.
required: false
values:
- code: A
  label: "\\u00e9"
  config: { a: [b, 1], "c": {} }
  countries:
    [
      DE, # a comment
      FR,
    ]
- code: B
  text: |
    a
     b
`
    assert.deepStrictEqual(readPlainYaml(text), {
      name: "use",
      label: "It's",
      definition: "One line and another.\nA paragraph.",
      required: false,
      values: [
        { code: "A", label: "é", config: { a: ["b", 1], c: {} }, countries: ["DE", "FR"] },
        { code: "B", text: "a\n b\n" }
      ]
    })
  })

  it("gives the value of the YAML parser for mutated texts, or rejects them", () => {
    const found = { Equal: 0, Rejected: 0, Different: 0 }
    for (let seed = 0; seed < 5000; seed += 1) {
      const random = makeRandom(seed)
      const comparison = compareReaders(mutateYaml(random, generateYaml(random), generateYaml(random)))
      found[comparison._tag] += 1
      if (comparison._tag === "Different") assert.fail(JSON.stringify({ seed, ...comparison }))
    }
    assert.isAbove(found.Equal, 1000)
  })
})
