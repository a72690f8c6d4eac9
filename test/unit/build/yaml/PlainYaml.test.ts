import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readPlainYaml } from "../../../../src/build/yaml/PlainYaml.ts"
import { parseYaml } from "../../../../src/build/yaml/YamlSource.ts"
import { compareReaders } from "../../../support/PlainYamlOracle.ts"
import { makeCorpus, readProjectSources, yamlTestSuite } from "../../../support/YamlCorpus.ts"
import { makeRandom, mutateYaml } from "../../../support/YamlMutator.ts"
import { yamlTraps } from "./fixtures/yaml-traps.ts"

const assertEqualOrRejected = (text: string): "Equal" | "Rejected" => {
  const comparison = compareReaders(text)
  if (comparison._tag === "Different") assert.fail(JSON.stringify(comparison))
  return comparison._tag
}

/** Texts that must be read without the parser, and their values. */
const accepted: ReadonlyArray<readonly [text: string, value: unknown]> = [
  ["a: x", { a: "x" }],
  ["---\na: x\n", { a: "x" }],
  ["# comment\n\na: x # comment\n#comment\n", { a: "x" }],
  ["a:\nb: ~\nc: null\n", { a: null, b: null, c: null }],
  ["a: [True, FALSE, yes, NO, on]\n", { a: [true, false, "yes", "NO", "on"] }],
  ["a: [0, -0, +12, 007, 0o17, 0x1F, 1_0]\n", { a: [0, -0, 12, 7, 15, 31, "1_0"] }],
  ["a: [1.5, .5, 1., 1e3, -.inf, 1e999]\n", { a: [1.5, 0.5, 1, 1000, -Infinity, Infinity] }],
  ["a: [.nan]\n", { a: [Number.NaN] }],
  ["a: 2026-01-31\nb: 2026-01-31T12:00:00Z\nc: 12:30\n", { a: "2026-01-31", b: "2026-01-31T12:00:00Z", c: "12:30" }],
  ["a: http://a.b/c#d\nb: x:y\nc: C&A\nd: -x\n", { a: "http://a.b/c#d", b: "x:y", c: "C&A", d: "-x" }],
  ["a: '007'\nb: 'it''s'\nc: \"\\u00e9 \\x41\\n\\\\ \\\"\"\n", { a: "007", b: "it's", c: 'é A\n\\ "' }],
  ['"a": 1\n"b c": 2\n\'d\': 3\n"": 4\n', { a: 1, "b c": 2, d: 3, "": 4 }],
  ["b c: x\né: 日本\n", { "b c": "x", é: "日本" }],
  ["a:\n  b:\n    c: x\n  d: y\n", { a: { b: { c: "x" }, d: "y" } }],
  ["a:\n- x\n- y\nb:\n  - z\n", { a: ["x", "y"], b: ["z"] }],
  ["- a: x\n  b: y\n-   c: z\n    d: w\n-\n- - x\n  - y\n", [{ a: "x", b: "y" }, { c: "z", d: "w" }, null, ["x", "y"]]],
  ["a: |\n  x\n   y\n\n  z\n\nb: >-\n  x\n  y\n\n  z\n   w\n  v\n", { a: "x\n y\n\nz\n", b: "x y\nz\n w\nv" }],
  ["a: |+\n  x\n\nb: >\n  # no comment\nc: |-\n  x", { a: "x\n\n", b: "# no comment\n", c: "x" }],
  ["a: {}\nb: []\nc: { d: [x, { e: f }], 'g': \"h\" }\n", { a: {}, b: [], c: { d: ["x", { e: "f" }], g: "h" } }],
  ["a:\n  [\n    x, # comment\n    y,\n  ]\nb: {\n  c: d\n}\n", { a: ["x", "y"], b: { c: "d" } }],
  ["a: x\n  y\n\n  z # comment\nb:\n  x\n  y\n", { a: "x y\nz", b: "x y" }],
  ["a: 'x\n  y'\nb: \"x \n\n  y \\\n  z\"\n", { a: "x y", b: "x\ny z" }],
  ['{"a":1,"b":[2]}\n', { a: 1, b: [2] }],
  ["  - a: x\n", [{ a: "x" }]],
  ["a:\u00a0b: x\u2028y\n", { "a:\u00a0b": "x\u2028y" }]
]

describe("readPlainYaml", () => {
  it("reads the styles that people use", () => {
    for (const [text, value] of accepted) {
      assert.deepStrictEqual(readPlainYaml(text), value, JSON.stringify(text))
      assert.strictEqual(assertEqualOrRejected(text), "Equal")
    }
  })

  it("rejects what the parser reports, and what it could misread", () => {
    const rejected = [
      ["", "# comment\n", "text\n", '"text"\n', "a", "\ta: x\n", "a: x\ty\n", "a: x\r\nb: y\n", "\ufeffa: x\n"],
      ["a: x\na: y\n", '7: x\n"7": y\n', "null: x\n", "1.5: x\n", "true: x\n", "<<: x\n", "? a\n", ": a\n"],
      ["a: &b x\n", "a: *b\n", "a: !!str x\n", "%YAML 1.2\n---\na: x\n", "a: x\n---\nb: y\n", "a: x\n...\n"],
      ["reason: the #1 choice\n", "a: b: c\n", "a: - b\n", "a: @x\n", "a: `x`\n", "a: %x\n", "a: ,x\n", "a: |2\n  x\n"],
      ["a: 'x\n", 'a: "\\q"\n', 'a: "x" y\n', "a: [x\n", "a: [x]]\n", "a: [x, , y]\n", "a: {x}\n", "a: [x: y]\n"],
      ["a:\n   b: x\n  c: y\n", "a: x\n b: y\n", "- x\ny: z\n", `${"k".repeat(1100)}: x\n`],
      [`${"- ".repeat(1000)}x\n`, `a: ${"[".repeat(1000)}${"]".repeat(1000)}\n`, "a:\n#comment\n  x\nb: y\n"]
    ].flat()
    for (const text of rejected) assert.isUndefined(readPlainYaml(text), JSON.stringify(text))
  })

  it("reads __proto__ and constructor as ordinary keys", () => {
    for (const text of ["__proto__: { a: 1 }\nconstructor: [x]\n", "{ __proto__: { a: 1 }, constructor: [x] }\n"]) {
      assert.deepStrictEqual(Object.entries(readPlainYaml(text) ?? {}), [
        ["__proto__", { a: 1 }],
        ["constructor", ["x"]]
      ])
    }
  })

  it("gives the value of the parser for every trap, in every place, or rejects it", () => {
    for (const trap of yamlTraps) {
      const indented = trap.replaceAll(/^(?=.)/gm, "  ")
      const texts = [trap, `${trap}\n`, `a:\n${indented}\n`, `- x\n-\n${indented}\n- y\n`, `a: ${trap}\nb: y\n`]
      for (const text of [...texts, `- ${trap}\n- y\n`, `[${trap}]\n`, `a: { b: ${trap}, c: d }\n`]) {
        for (const breaks of ["\n", "\r\n", "\r"]) assertEqualOrRejected(text.replaceAll("\n", breaks))
      }
    }
  })

  it("gives the value of the parser for the inputs of the YAML test suite, or rejects them", () => {
    const equal = yamlTestSuite.filter(({ yaml }) => assertEqualOrRejected(yaml) === "Equal")
    assert.isAtLeast(equal.length, 59)
  })

  it("reads every source of this project that the parser reads, except an empty one", () => {
    const rejected = [...readProjectSources()].flatMap(([path, text]) =>
      assertEqualOrRejected(text) === "Rejected" && Result.isSuccess(parseYaml(path, text)) ? [path] : []
    )
    const empty = ["several-findings-at-once", "wrong-type-empty-file"]
    assert.deepStrictEqual(
      rejected,
      empty.map((name) => `${name}/licenses/EDU.yaml`)
    )
  })

  it("gives the value of the parser for mutated texts, or rejects them", () => {
    const pickText = makeCorpus()
    let equal = 0
    for (let seed = 0; seed < 10_000; seed += 1) {
      const random = makeRandom(seed)
      if (assertEqualOrRejected(mutateYaml(random, pickText(random), pickText(random))) === "Equal") equal += 1
    }
    assert.isAbove(equal, 3000)
  })
})
