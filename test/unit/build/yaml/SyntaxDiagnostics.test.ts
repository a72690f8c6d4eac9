import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parseYaml } from "../../../../src/build/yaml/YamlSource.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"

interface Row {
  /** Replaces the second of three lines. */
  readonly written: string
  readonly message: string
  /** The first line of the span. */
  readonly marked: string
  readonly help: string
}

const rows: ReadonlyArray<Row> = [
  {
    written: "label: 'it's fine'",
    message: "Unexpected text after the closing quote '",
    marked: "'s fine'",
    help: `Inside these quotes, write '' for an apostrophe. Or put the text between " and ".`
  },
  {
    written: 'label: "say "hi""',
    message: 'Unexpected text after the closing quote "',
    marked: '"hi""',
    help: `Inside these quotes, write \\" for a quote. Or put the text between ' and '.`
  },
  {
    written: 'label: "open',
    message: 'The quote " that opens here is never closed',
    marked: '"',
    help: "Close the quote."
  },
  {
    written: String.raw`label: "a\q"`,
    message: String.raw`Invalid escape sequence \q between " and "`,
    marked: String.raw`\ `.trim(),
    help: String.raw`Write \\ for a backslash, or put the text between ' and '.`
  },
  {
    written: "label: Note: this",
    message: "Unexpected second colon on this line",
    marked: "Note",
    help: "Put the text in quotes if it contains a colon."
  },
  ...["@home", "%x", "`x`", "? x"].map((text) => ({
    written: `label: ${text}`,
    message: `A text cannot start with ${text.charAt(0)}`,
    marked: text.charAt(0),
    help: "Put the text in quotes."
  })),
  {
    written: "label: !x y",
    message: "YAML tags are not accepted",
    marked: "!x",
    help: "Remove the ! and the name after it, or put the text in quotes if it starts with one."
  },
  {
    written: "label: [a",
    message: "The bracket [ that opens here is never closed",
    marked: "[",
    help: "Close the bracket."
  },
  {
    written: "label: [a: b",
    message: "The bracket [ that opens here is never closed",
    marked: "[",
    help: "Close the bracket."
  },
  {
    written: "label: {a: b",
    message: "The bracket { that opens here is never closed",
    marked: "{",
    help: "Close the bracket."
  },
  {
    written: "label:Use",
    message: "A key must be on one line",
    marked: "label:Use",
    help: "Add the colon that is probably missing."
  },
  {
    written: "label",
    message: "A key must be on one line",
    marked: "label",
    help: "Add the colon that is probably missing."
  },
  {
    written: " label: Use",
    message: "The next line is indented below a key that already has a text",
    marked: "first",
    help: "Indent both lines alike, or put the text in quotes if it contains a colon."
  },
  {
    written: "label: | Use",
    message: "A text that | or > introduces must start on the next line",
    marked: "Use",
    help: "Move the rest of this line to the next line, indented. Or put the text in quotes."
  },
  {
    written: "label: - Use",
    message: "A list must start on a line of its own",
    marked: "-",
    help: "Move this - to the next line, indented below the key."
  },
  {
    written: "values:\n  - code: A\n  \u00a0 label: B",
    message: "Unexpected non-breaking space (U+00A0)",
    marked: "\u00a0",
    help: "Replace it with an ordinary space. Word processors often write such characters."
  },
  {
    written: "values:\n  - code: A\n  -code: B",
    message: "Missing space after the dash of a list entry",
    marked: "-",
    help: "Write a space after the dash."
  },
  { written: "\tlabel: Use", message: "This line is indented with a tab", marked: "\t", help: "Indent with spaces." },
  {
    written: "name: b",
    message: 'Duplicate key "name"',
    marked: "name",
    help: "Keep the one with the right value, and remove the other."
  },
  {
    written: "---",
    message: "A file must contain only one document",
    marked: "---",
    help: "Remove the line --- and move the rest into a file of its own."
  }
]

describe("YAML mistakes", () => {
  it.for(rows)("explains $written", ({ help, marked, message, written }) => {
    const text = `name: first\n${written}\ndescription: Some words.\n`
    const findings = Result.match(parseYaml("a.yaml", text), { onSuccess: () => [], onFailure: (found) => found })
    const reported = findings.map((finding) => ({
      rule: finding.rule,
      message: messageOf(finding),
      help: helpOf(finding),
      marked: text
        .slice(...(finding.location?._tag === "Source" ? (finding.location.span ?? [0]) : [0]))
        .split("\n", 1)[0]
    }))
    const rule = message.startsWith("Duplicate") ? "source/duplicate" : "source/syntax"
    assert.deepStrictEqual(reported, [{ rule, message, help, marked }])
  })
})
