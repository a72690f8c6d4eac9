import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { applyEdits } from "../../../src/edit/ApplyEdits.ts"
import { insertAt, removeAt, setAt, type Edit } from "../../../src/edit/Edit.ts"

const edit = (text: string, ...edits: ReadonlyArray<Edit>): string => Result.getOrThrow(applyEdits(text, edits))

const failureOf = (text: string, ...edits: ReadonlyArray<Edit>) =>
  Result.match(applyEdits(text, edits), { onFailure: ({ problem }) => problem, onSuccess: () => "none" })

const value = (code: string) => ({ code, label: code.toLowerCase(), description: `About ${code}.` })

const sorted = `# head
values:
  # the first
  - code: A # a
    label: "a"
    description: About A.
    # more of A
  - code: C
    label: c
    description: >-
      About
      C.

  # about E
  - code: E
    label: e
    description: About E.
# end
`

describe("applyEdits", () => {
  it("inserts an entry where the order of the codes wants it", () => {
    expect(edit(sorted, insertAt(["values"], value("B")))).toBe(
      sorted.replace("  - code: C\n", "  - code: B\n    label: b\n    description: About B.\n  - code: C\n")
    )
    expect(edit(sorted, insertAt(["values"], value("D")))).toBe(
      sorted.replace("      C.\n", "      C.\n  - code: D\n    label: d\n    description: About D.\n")
    )
    expect(edit(sorted, insertAt(["values"], value("F")))).toBe(
      sorted.replace("# end\n", "  - code: F\n    label: f\n    description: About F.\n# end\n")
    )
    expect(edit(sorted, insertAt(["values"], value("0")))).toBe(
      sorted.replace("  # the first\n", '  - code: "0"\n    label: "0"\n    description: About 0.\n  # the first\n')
    )
  })

  it("appends to a list in another order, or writes after a named entry", () => {
    const text = "values:\n- code: low\n- code: medium\n- code: high\n"
    expect(edit(text, insertAt(["values"], { code: "extreme" }))).toBe(`${text}- code: extreme\n`)
    expect(edit(text, insertAt(["values"], { code: "mild" }, "low"))).toBe(
      text.replace("- code: medium", "- code: mild\n- code: medium")
    )
  })

  it("appends an entry without a code to a sorted list", () => {
    const text = "values: [b, c, d]\n"
    for (const [entry, written] of [
      [["a"], "[a]"],
      [{ code: ["a"] }, "{ code: [a] }"],
      [{ label: "a" }, "{ label: a }"]
    ] as const)
      expect(edit(text, insertAt(["values"], entry))).toBe(`values: [b, c, d, ${written}]\n`)
  })

  it("follows the blank lines, dashes and quotes of the neighbors", () => {
    const text = "values:\n    -   code: 'A'\n        label: 'x'\n\n    -   code: 'B'\n        label: 'y'\n"
    expect(edit(text, insertAt(["values"], { code: "C", label: "it's" }))).toBe(
      `${text}\n    -   code: 'C'\n        label: 'it''s'\n`
    )
  })

  it("keeps CR LF, the byte order mark and a missing last line break", () => {
    const text = "\uFEFFname: x\r\nvalues:\r\n  - code: A\r\n    label: a"
    expect(edit(text, insertAt(["values"], { code: "B" }), setAt(["name"], "y"))).toBe(
      "\uFEFFname: y\r\nvalues:\r\n  - code: A\r\n    label: a\r\n  - code: B"
    )
  })

  it.each(["values:\n", "values: []\n", "name: x\n", "name: x\nvalues: # none\nlabel: y\n"])(
    "starts a list in %j",
    (text) => {
      expect(edit(text, insertAt(["values"], { code: "A", label: "a" }))).toBe(
        text.includes("values")
          ? text.replace(/values:( \[\])?( # none)?\n/, "values:$2\n  - code: A\n    label: a\n")
          : `${text}values:\n  - code: A\n    label: a\n`
      )
    }
  )

  it("edits flow lists and maps in place", () => {
    const text = "config:\n  use: [a, c, d] # keep\n  t: { global: true }\n  e: {}\n  l: []\n"
    expect(edit(text, insertAt(["config", "use"], "b"))).toBe(text.replace("a, c", "a, b, c"))
    expect(edit(text, removeAt(["config", "use", "c"]))).toBe(text.replace("a, c", "a"))
    expect(edit(text, removeAt(["config", "use", "d"]))).toBe(text.replace(", d", ""))
    expect(edit(text, setAt(["config", "t", "countries"], ["US"]))).toBe(
      text.replace("true }", "true, countries: [US] }")
    )
    expect(edit(text, setAt(["config", "e", "x"], true))).toBe(text.replace("{}", "{ x: true }"))
    expect(edit(text, insertAt(["config", "l"], "x"))).toBe(text.replace("[]", "[x]"))
  })

  it.for([
    ["{ a, b: 1 }", "{ a: x, b: 1 }"],
    ["{a}", "{a: x}"],
    ["{a:}", "{a: x}"],
    ["{ a:, b: 1 }", "{ a: x, b: 1 }"],
    ["{ a :, b: 1 }", "{ a: x, b: 1 }"],
    ["{ a  : , b: 1 }", "{ a: x , b: 1 }"],
    ['{ "a":, b: 1 }', '{ "a": x, b: 1 }'],
    ["{ b: 1, a: }", "{ b: 1, a: x }"],
    ["{ a: # why\n  , b: 1 }", "{ a: x # why\n  , b: 1 }"]
  ] as const)("sets a key without a value in a flow map: %s", ([map, changed]) => {
    expect(edit(`c: ${map}\n`, setAt(["c", "a"], "x"))).toBe(`c: ${changed}\n`)
  })

  it("adds to flow lists of several lines with their comments", () => {
    const open = "use: [\n  a, # one\n  b # two\n]\n"
    expect(edit(open, insertAt(["use"], "c"))).toBe("use: [\n  a, # one\n  b, # two\n  c\n]\n")
    expect(edit(open.replace("b #", "b, #"), insertAt(["use"], "c"))).toBe("use: [\n  a, # one\n  b, # two\n  c,\n]\n")
  })

  it("writes a new key where sources have it, and before the comments of the next item", () => {
    expect(edit(sorted, setAt(["values", "C", "deprecated"], { replaced_by: ["A"] }))).toBe(
      sorted.replace("      C.\n", "      C.\n    deprecated:\n      replaced_by: [A]\n")
    )
    expect(edit(sorted, setAt(["values", "A", "definition"], "Only A."))).toBe(
      sorted
        .replace("About A.\n    # more of A\n", "About A.\n    # more of A\n    definition: Only A.\n")
        .replace(
          "About A.\n    # more of A\n    definition: Only A.\n",
          "About A.\n    definition: Only A.\n    # more of A\n"
        )
    )
    expect(edit("- label: x\n", setAt([0, "code"], "A"))).toBe("- code: A\n  label: x\n")
  })

  it("creates the keys on the way", () => {
    expect(edit("code: A\nlabel: a\n", setAt(["translations", "fr", "label"], "à"))).toBe(
      "code: A\nlabel: a\ntranslations:\n  fr: { label: à }\n"
    )
  })

  it("replaces a scalar with the quotes and the comment of the old one", () => {
    const text = "a: 'x' # one\nb: >- # two\n  long\n  text\n\nc: plain\n  more # three\nd:\n"
    expect(edit(text, setAt(["a"], "y"))).toBe(text.replace("'x'", "'y'"))
    expect(edit(text, setAt(["b"], "short"))).toBe(text.replace(">- # two\n  long\n  text\n", "short # two\n"))
    expect(edit(text, setAt(["c"], "z"))).toBe(text.replace("plain\n  more", "z"))
    expect(edit(text, setAt(["d"], false))).toBe(text.replace("d:", "d: false"))
    expect(edit(text, setAt(["a"], "z"), setAt(["a"], "x"))).toBe(text)
  })

  it("folds long texts and wraps long lists", () => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`)
    expect(edit("label: x # c\n", setAt(["label"], words.join(" ")))).toBe(
      `label: >- # c\n  ${words.slice(0, 15).join(" ")}\n  ${words.slice(15, 29).join(" ")}\n  word29\n`
    )
    expect(edit("config:\n  a: [x]\n", setAt(["config", "a"], words))).toBe(
      `config:\n  a:\n${words.map((word) => `    - ${word}\n`).join("")}`
    )
  })

  it.each([
    ["007"],
    ["null"],
    ["true"],
    ["a: b"],
    ["a #b"],
    ["- x"],
    ["it's"],
    ['"x"'],
    ["*a"],
    ["1.50"],
    ["a\tb"],
    ["é\n x"]
  ])("quotes %j only if YAML would read it as something else", (text) => {
    const written = edit("label: x\n", setAt(["label"], text))
    expect(written === `label: ${text}\n`).toBe(["it's", "a\tb"].includes(text))
  })

  it("removes keys and entries with their lines, and leaves no double blank line", () => {
    expect(edit(sorted, removeAt(["values", "C"]))).toBe(sorted.replace(/ {2}- code: C[^]*?C\.\n/, ""))
    expect(edit("a:\n  - x\n\n  - y\n\n  - z\n", removeAt(["a", "y"]))).toBe("a:\n  - x\n\n  - z\n")
    expect(edit("a:\n  - x # c\nb: 1\n", removeAt(["a", "x"]))).toBe("a: []\nb: 1\n")
    expect(edit("- code: A\n  label: b\n", removeAt(["A", "code"]))).toBe("- label: b\n")
    expect(edit("a: 1\nb: 2", removeAt(["b"]))).toBe("a: 1")
  })

  it("applies many edits of a large list in a few passes", () => {
    const codes = Array.from({ length: 300 }, (_, index) => `CODE_${String(index).padStart(5, "0")}`)
    const text = `values:\n${codes.map((code) => `  - code: ${code}\n    label: x\n`).join("")}`
    const edits = codes.map((code) => setAt(["values", code, "label"], "y"))
    expect(edit(text, ...edits)).toBe(text.replaceAll("label: x", "label: y"))
    const inserted = edit(text, ...codes.map((code) => insertAt(["values"], { code: `${code}_B`, label: "z" })))
    expect(inserted).toBe(text.replace(/code: (.*)\n {4}label: x\n/g, "$&  - code: $1_B\n    label: z\n"))
  })

  it("adds many entries behind the last one in a few passes, in the order of the list or else of the edits", () => {
    const codes = Array.from({ length: 2000 }, (_, index) => `CODE_${String(index).padStart(5, "0")}`)
    const textOf = (all: ReadonlyArray<string>) =>
      `values:\n${all.map((code) => `  - code: ${code}\n    label: x\n`).join("")}`
    const inserts = codes.toReversed().map((code) => insertAt(["values"], { code: `Z_${code}`, label: "x" }))
    const added = codes.map((code) => `Z_${code}`)
    expect(edit(textOf(codes), ...inserts)).toBe(textOf([...codes, ...added]))
    const unsorted = ["B", "A", ...codes]
    expect(edit(textOf(unsorted), ...inserts)).toBe(textOf([...unsorted, ...added.toReversed()]))
  })

  it("applies edits that depend on each other one after the other", () => {
    const text = "values:\n  - code: B\n    label: x\n"
    const inserted = edit(text, ...["D", "C", "A"].map((code) => insertAt(["values"], { code, label: "x" })))
    // Three entries are sorted or not, so only the last one has a place.
    expect(inserted.match(/code: \w/g)?.join()).toBe("code: B,code: D,code: C,code: A")
    expect(edit("a:\n  x: 1\n  y: 2\n", removeAt(["a", "x"]), removeAt(["a", "y"]))).toBe("a: {}\n")
    expect(edit("a: 1\n", setAt(["b", "c"], "x"), setAt(["b", "d"], "y"), setAt(["b", "c"], "z"))).toBe(
      "a: 1\nb:\n  c: z\n  d: y\n"
    )
  })

  it("refuses invalid YAML and paths that lead nowhere", () => {
    expect(failureOf("a: [", setAt(["a"], "x"))).toBe("syntax")
    expect(failureOf("a: x\n", removeAt(["b"]))).toBe("missing")
    expect(failureOf("a:\n  - code: X\n", setAt(["a", "Y", "label"], "x"))).toBe("missing")
    expect(failureOf("a: x\n", insertAt(["a"], "y"))).toBe("structure")
  })
})
