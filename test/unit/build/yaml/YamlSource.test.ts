import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { stringify } from "yaml"
import { parseYaml, plainContent } from "../../../../src/build/yaml/YamlSource.ts"

const contentOf = (text: string): unknown =>
  Result.match(parseYaml("a.yaml", text), {
    onSuccess: (document) => {
      const content = plainContent(document)
      assert.deepStrictEqual(content, document.toJS())
      return content
    },
    onFailure: (findings) => assert.fail(JSON.stringify(findings))
  })

describe("the content of a source", () => {
  it.prop(
    "is what was written, as plain values",
    [Arbitrary.schema(Schema.Record(Schema.String, Schema.Json))],
    ([value]) => {
      // The longest line is one, so that no text is folded; and no two values are the same object.
      const text = stringify(structuredClone(value), { lineWidth: 0, aliasDuplicateObjects: false })
      assert.deepStrictEqual(contentOf(text), value)
    },
    { arbitrary: { runs: 300 } }
  )

  it("has the keys that every object seems to have as keys of its own", () => {
    const content = contentOf("__proto__: { a: 1 }\nconstructor: [x]\n")
    assert.deepStrictEqual(Object.entries(content ?? {}), [
      ["__proto__", { a: 1 }],
      ["constructor", ["x"]]
    ])
  })

  it("is cut short by no comment that was not meant as one", () => {
    const refused = (line: string) =>
      Result.match(parseYaml("a.yaml", `label: A\n${line}\n`), {
        onSuccess: () => undefined,
        onFailure: (findings) => findings.map(({ at, message }) => [message, at?.span?.[0]])
      })
    const told = "The text ends before this #, which begins a comment"
    assert.deepStrictEqual(refused("reason: the #1 choice"), [[told, "label: A\nreason: the ".length]])
    assert.deepStrictEqual(refused("list: [a, b] #c"), undefined)
    assert.deepStrictEqual(refused("shape: multiple #c"), undefined)
    assert.deepStrictEqual(refused("reason: the # choice"), undefined)
    assert.deepStrictEqual(refused('reason: "the #1 choice"'), undefined)
    assert.deepStrictEqual(refused("reason: >-\n  the #1 choice"), undefined)
    assert.deepStrictEqual(refused("reason: the\n#1 choice"), undefined)
    assert.deepStrictEqual(refused("reason: a#1"), undefined)
  })

  it("is nothing where nothing is written", () => {
    assert.deepStrictEqual(contentOf("a:\nb: ~\nc: []\nd: {}\n"), { a: null, b: null, c: [], d: {} })
    assert.isNull(contentOf("# only a comment\n"))
  })
})
