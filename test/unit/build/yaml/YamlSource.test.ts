import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { stringify } from "yaml"
import { plainContent } from "../../../../src/build/yaml/YamlNodes.ts"
import { parseYaml, parseDocument } from "../../../../src/build/yaml/YamlSource.ts"

const contentOf = (text: string): unknown =>
  Result.match(parseYaml("a.yaml", text), {
    onSuccess: (document) => {
      const content = plainContent(document)
      assert.deepStrictEqual(content, document.toJS())
      return content
    },
    onFailure: (findings) => assert.fail(JSON.stringify(findings))
  })

describe("parseYaml", () => {
  it.prop(
    "reads a document as the plain values that were written",
    [Arbitrary.schema(Schema.Record(Schema.String, Schema.Json))],
    ([value]) => {
      // No line is folded, and no two values are the same object.
      const text = stringify(structuredClone(value), { lineWidth: 0, aliasDuplicateObjects: false })
      assert.deepStrictEqual(contentOf(text), value)
    },
    { arbitrary: { runs: 300 } }
  )

  it("reads __proto__ and constructor as ordinary keys", () => {
    const content = contentOf("__proto__: { a: 1 }\nconstructor: [x]\n")
    assert.deepStrictEqual(Object.entries(content ?? {}), [
      ["__proto__", { a: 1 }],
      ["constructor", ["x"]]
    ])
  })

  it("reports an accidental comment that cuts a text off", () => {
    const refused = (line: string) =>
      Result.match(parseYaml("a.yaml", `label: A\n${line}\n`), {
        onSuccess: () => undefined,
        onFailure: (findings) =>
          findings.map(({ context, location }) => [
            context?.["problem"],
            location?._tag === "Source" ? location.span?.[0] : undefined
          ])
      })
    assert.deepStrictEqual(refused("reason: the #1 choice"), [["comment-cuts-text", "label: A\nreason: the ".length]])
    assert.deepStrictEqual(refused("list: [a, b] #c"), undefined)
    assert.deepStrictEqual(refused("shape: multiple #c"), undefined)
    assert.deepStrictEqual(refused("reason: the # choice"), undefined)
    assert.deepStrictEqual(refused('reason: "the #1 choice"'), undefined)
    assert.deepStrictEqual(refused("reason: >-\n  the #1 choice"), undefined)
    assert.deepStrictEqual(refused("reason: the\n#1 choice"), undefined)
    assert.deepStrictEqual(refused("reason: a#1"), undefined)
  })

  it("reports aliases, anchors, tags, merge keys and directives", () => {
    const problemsOf = (text: string) =>
      Result.match(parseYaml("a.yaml", text), {
        onSuccess: () => [],
        onFailure: (findings) => findings.map(({ context }) => context["problem"])
      })
    assert.deepStrictEqual(problemsOf("a: &x 1\nb: *x\n"), ["anchor", "alias"])
    assert.deepStrictEqual(problemsOf("a: !x 1\n"), ["tag"])
    assert.deepStrictEqual(problemsOf("!"), ["tag"])
    assert.deepStrictEqual(problemsOf("<<: { a: 1 }\n"), ["merge-key"])
    assert.deepStrictEqual(problemsOf("%YAML 1.2\n---\na: 1\n"), ["directive"])
    assert.deepStrictEqual(problemsOf('a: "&x *y !z"\n"<<": 1\n'), [])
  })

  it("reads missing values as null", () => {
    assert.deepStrictEqual(contentOf("a:\nb: ~\nc: []\nd: {}\n"), { a: null, b: null, c: [], d: {} })
    assert.isNull(contentOf("# only a comment\n"))
  })
})

const hasTrace = ({ stack = "" }: Error): boolean => /^ +at /m.test(stack)

describe("parseDocument", () => {
  it("reports every error of a text, without stack traces", () => {
    const { errors } = parseDocument('k: }\n- "\n'.repeat(20))
    assert.isAtLeast(errors.length, 20)
    assert.deepStrictEqual(errors.filter(hasTrace), [])
  })

  it("leaves other errors their stack traces", () => {
    parseDocument("k: }")
    assert.isTrue(hasTrace(new Error("later")))
  })

  it("leaves other errors their stack traces after nesting that exhausts the stack", () => {
    try {
      parseDocument("[".repeat(200_000))
    } catch (error) {
      assert.instanceOf(error, RangeError)
    }
    assert.isTrue(hasTrace(new Error("later")))
  })
})
