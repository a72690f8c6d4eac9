import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parseYaml } from "../../../../src/build/yaml/YamlSource.ts"

interface Row {
  /** What stands for the second of three lines. */
  readonly written: string
  readonly message: string
  /** What is marked, in the first of its lines. */
  readonly marked: string
  readonly help: string
}

const rows: ReadonlyArray<Row> = [
  {
    written: "label: 'it's fine'",
    message: "The text in quotes ends at this ', and more follows it",
    marked: "'s fine'",
    help: `Between quotes of this kind, write '' for an apostrophe; or put the text between " and ".`
  },
  {
    written: 'label: "say "hi""',
    message: 'The text in quotes ends at this ", and more follows it',
    marked: '"hi""',
    help: `Between quotes of this kind, write \\" for a quote; or put the text between ' and '.`
  },
  {
    written: 'label: "open',
    message: 'The quote " that opens here is not closed',
    marked: '"',
    help: "Close the quote."
  },
  {
    written: String.raw`label: "a\q"`,
    message: String.raw`\q means nothing between " and "`,
    marked: String.raw`\ `.trim(),
    help: String.raw`Write \\ for a backslash, or put the text between ' and '.`
  },
  {
    written: "label: Note: this",
    message: "A second colon stands on this line",
    marked: "Note",
    help: "Put the text in quotes if it holds a colon."
  },
  ...["@home", "%x", "`x`", "? x"].map((text) => ({
    written: `label: ${text}`,
    message: `A text cannot begin with ${text.charAt(0)}`,
    marked: text.charAt(0),
    help: "Put the text in quotes."
  })),
  {
    written: "label: !x y",
    message: "A tag is not accepted",
    marked: "!x",
    help: "Remove the ! and the name behind it, or put the text in quotes if it begins with one."
  },
  {
    written: "label: [a",
    message: "The bracket [ that opens here is not closed",
    marked: "[",
    help: "Close the bracket."
  },
  {
    written: "label: {a: b",
    message: "The bracket { that opens here is not closed",
    marked: "{",
    help: "Close the bracket."
  },
  {
    written: "label:Use",
    message: "A key ends in a colon and a space",
    marked: "label:Use",
    help: "Put a space behind the colon."
  },
  { written: "label", message: "A key stands on one line", marked: "label", help: "Perhaps a colon is missing." },
  {
    written: " label: Use",
    message: "The next line is indented below this one, which has a text already",
    marked: "first",
    help: "Indent the two lines alike; or put the text in quotes if it holds a colon."
  },
  {
    written: "label: | Use",
    message: "A text that | or > begins stands on the lines below it",
    marked: "Use",
    help: "Move the rest of this line to the next one, indented; or put the text in quotes."
  },
  {
    written: "label: - Use",
    message: "A list begins on a line of its own",
    marked: "-",
    help: "Put this - on the next line, indented below the key."
  },
  {
    written: "values:\n  - code: A\n  \u00a0 label: B",
    message: "A space of another kind stands here, such as word processors write",
    marked: "\u00a0",
    help: "Write an ordinary space in its place."
  },
  {
    written: "values:\n  - code: A\n  -code: B",
    message: "An entry of a list begins with a dash and a space",
    marked: "-",
    help: "Put a space behind the dash."
  },
  { written: "\tlabel: Use", message: "This line is indented with a tab", marked: "\t", help: "Indent with spaces." },
  {
    written: "name: b",
    message: 'The key "name" stands twice',
    marked: "name",
    help: "Each key may stand once: remove one of the two."
  },
  {
    written: "---",
    message: "A file holds one document",
    marked: "---",
    help: "Remove the line --- and put the rest into a file of its own."
  }
]

describe("a mistake in YAML is told in words that need no grammar of it", () => {
  it.for(rows)("$written", ({ help, marked, message, written }) => {
    const text = `name: first\n${written}\ndescription: Some words.\n`
    const findings = Result.match(parseYaml("a.yaml", text), { onSuccess: () => [], onFailure: (found) => found })
    const told = findings.map(({ at, ...finding }) => ({
      ...finding,
      marked: text.slice(...(at?.span ?? [0, 0])).split("\n", 1)[0]
    }))
    const rule = message.includes("twice") ? "source/duplicate" : "source/syntax"
    assert.deepStrictEqual(told, [{ rule, level: "error", message, help, marked }])
  })
})
