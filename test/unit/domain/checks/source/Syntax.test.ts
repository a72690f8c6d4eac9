import { assert, describe, it } from "@effect/vitest"
import { formatSyntaxProblem, type SyntaxProblem, syntax } from "../../../../../src/domain/checks/source/Syntax.ts"

describe("source/syntax", () => {
  const cases: ReadonlyArray<readonly [SyntaxProblem, message: string, help: string]> = [
    [
      { problem: "list-entry-instead-of-key", follows_list: true },
      "Unexpected list entry: a key is expected here",
      "Indent this entry like the entries above it."
    ],
    [
      { problem: "list-entry-instead-of-key", follows_list: false },
      "Unexpected list entry: a key is expected here",
      "Indent this entry below the key that it belongs to."
    ],
    [{ problem: "unclosed-quote", quote: '"' }, 'The quote " that opens here is never closed', "Close the quote."],
    [
      { problem: "unclosed-quote", quote: '"', line: 'label: "News"' },
      'The quote " that opens here is never closed',
      'Write label: "News"'
    ],
    [
      { problem: "text-after-quote", quote: "'" },
      "Unexpected text after the closing quote '",
      `Inside these quotes, write '' for an apostrophe. Or put the text between " and ".`
    ],
    [
      { problem: "text-after-quote", quote: '"' },
      'Unexpected text after the closing quote "',
      `Inside these quotes, write \\" for a quote. Or put the text between ' and '.`
    ],
    [
      { problem: "invalid-escape", sequence: "\\d" },
      'Invalid escape sequence \\d between " and "',
      "Write \\\\ for a backslash, or put the text between ' and '."
    ],
    [{ problem: "leading-character", character: "@" }, "A text cannot start with @", "Put the text in quotes."],
    [{ problem: "unclosed-bracket" }, "A bracket is never closed", "Close the bracket."],
    [
      { problem: "unclosed-bracket", bracket: "[", line: "replaced_by: [news]" },
      "The bracket [ that opens here is never closed",
      "Write replaced_by: [news]"
    ],
    [
      { problem: "parser-error", parser_message: "Implicit keys need to be on a single line" },
      "Invalid YAML: implicit keys need to be on a single line",
      "Compare this line, and the line before it, with a valid file."
    ],
    [{ problem: "tab-in-line" }, "This line contains a tab", "Replace the tab with a space."],
    [
      { problem: "missing-colon", key: "label", line: "label: News" },
      "Missing colon after the key label",
      "Write label: News"
    ],
    [
      { problem: "colon-without-space", key: "label", line: "label: News" },
      "Missing space after the colon of label",
      "Write label: News"
    ],
    [
      { problem: "version-conflict", version: "1.2.0" },
      "Unresolved merge conflict: both branches declare a version",
      "Write version: 1.2.0 in place of these lines. The check then says whether the changes require another one."
    ]
  ]

  it.each(cases)("explains %j", (problem, message, help) => {
    assert.deepStrictEqual(formatSyntaxProblem(problem), { message, help })
    assert.strictEqual(syntax.message(problem), message)
    assert.strictEqual(syntax.help(problem), help)
  })

  it.each([
    ["U+00A0", "non-breaking space"],
    ["U+200B", "zero-width space"],
    ["U+202F", "narrow non-breaking space"],
    ["U+3000", "ideographic space"],
    ["U+FEFF", "byte order mark"],
    ["U+2003", "unusual space"]
  ])("names the space %s", (character, name) => {
    assert.deepStrictEqual(formatSyntaxProblem({ problem: "unusual-space", character }), {
      message: `Unexpected ${name} (${character})`,
      help: "Replace it with an ordinary space. Word processors often write such characters."
    })
  })
})
