import { assert, describe, it } from "@effect/vitest"
import { formatLineProblem, type LineProblem } from "../../../../../../src/domain/checks/source/problems/LineProblem.ts"

const line = "label: News"

describe("a mistake in a line", () => {
  const cases: ReadonlyArray<readonly [LineProblem, message: string, help: string]> = [
    [
      { problem: "bullet", sign: "*" },
      "A list entry starts with a dash, not with *",
      "Write - and a space instead of *"
    ],
    [
      { problem: "key-separator", key: "label", sign: "=", line },
      "A colon must follow the key label, not =",
      "Write label: News"
    ],
    [
      { problem: "missing-colon", key: "label", sign: "", line },
      "Missing colon after the key label",
      "Write label: News"
    ],
    [
      { problem: "colon-without-space", key: "label", sign: ":", line },
      "Missing space after the colon of label",
      "Write label: News"
    ],
    [{ problem: "stray-line-end", sign: ";", line }, "Unexpected ; at the end of this line", "Write label: News"],
    [{ problem: "extra-bracket", bracket: "]", line }, "The bracket ] closes nothing", "Write label: News"],
    [{ problem: "unopened-bracket", bracket: "]", line }, "The bracket ] was never opened", "Write label: News"],
    [
      { problem: "wrong-bracket", bracket: ")", expected: "]", line },
      "Expected the bracket ] instead of )",
      "Write label: News"
    ],
    [{ problem: "missing-comma", line }, "Missing comma between two entries in brackets", "Write label: News"],
    [{ problem: "extra-comma", line }, "Nothing stands between two commas, or before one", "Write label: News"],
    [
      { problem: "wrapped-text", key: "description", line },
      "This line continues the text of description, but its colon makes a key of it",
      "Write these lines as one: label: News"
    ],
    [
      { problem: "sign-before-text", sign: ">", line },
      "The text after > must start on the next line",
      "Write label: News"
    ],
    [
      { problem: "anchor-or-tag", sign: "&", line },
      "A word after & has a meaning that is not accepted here",
      "Write label: News"
    ],
    [{ problem: "comment-sign", sign: "//", line }, "// does not start a comment", "Write label: News"],
    [
      { problem: "stray-line" },
      "This line is neither a key with a value nor a list entry",
      "Write # before it if it is a note."
    ]
  ]

  it.each(cases)("is told with the text to write: %j", (problem, message, help) => {
    assert.deepStrictEqual(formatLineProblem(problem), { message, help })
  })

  it.each([
    ["colon", ":", "A text that contains a colon and a space must be in quotes"],
    ["number-sign", "#", "A # after a space starts a comment, which cuts the text off"],
    ["first-character", "@", "A text that starts with @ must be in quotes"],
    ["quotes", '"', 'The text contains the quote ", which ends it'],
    ["backslash", "\\", 'A backslash has a special meaning between " and "'],
    ["text-after-quote", "'", "The text goes on after the closing quote '"]
  ] as const)("tells why a text needs quotes because of its %s", (because, character, message) => {
    assert.deepStrictEqual(formatLineProblem({ problem: "needs-quotes", because, character, line }), {
      message,
      help: "Write label: News"
    })
  })
})

describe("a mistake in the indentation", () => {
  const cases: ReadonlyArray<readonly [LineProblem, message: string, help: string]> = [
    [
      { problem: "wrapped-line", key: "description", lines: 1, spaces: 1 },
      "This line continues the text of description, but is not indented below it",
      "Indent this line with 1 space."
    ],
    [
      { problem: "block-text-not-indented", key: "description", lines: 3, spaces: 4 },
      "This line belongs to the text of description, but is not indented below it",
      "Indent this line and the next 2 with 4 spaces."
    ],
    [
      { problem: "wrong-indentation", spaces: 1, expected: 0, is_entry: false },
      "This line is indented with 1 space, unlike the lines that it belongs to",
      "Remove the spaces before it."
    ],
    [
      { problem: "wrong-indentation", spaces: 3, expected: 2, is_entry: true },
      "This line is indented with 3 spaces, unlike the lines that it belongs to",
      "Indent it with 2 spaces."
    ],
    [
      { problem: "wrong-block-indentation", spaces: 2, expected: 4, lines: 2 },
      "This line is indented with 2 spaces, unlike the lines that it belongs to",
      "Write 2 spaces more before this line and the next."
    ],
    [
      { problem: "wrong-block-indentation", spaces: 3, expected: 2, lines: 1 },
      "This line is indented with 3 spaces, unlike the lines that it belongs to",
      "Remove 1 space before this line."
    ],
    [
      { problem: "not-indented", key: "values", keys: [], spaces: 2, lines: 1 },
      "The entries must be indented below values",
      "Write 2 spaces more before this line."
    ],
    [
      { problem: "not-indented", key: "deprecated", keys: ["reason", "replaced_by"], spaces: 1, lines: 2 },
      "reason and replaced_by must be indented below deprecated",
      "Write 1 space more before this line and the next."
    ],
    [
      { problem: "not-indented", key: "config", keys: ["a", "b", "c", "d"], spaces: 2, lines: 4 },
      "a, b, c and d must be indented below config",
      "Write 2 spaces more before this line and the next 3."
    ],
    [
      { problem: "not-indented", key: "config", keys: ["a", "b", "c", "d", "e"], spaces: 2, lines: 5 },
      "a and 4 more keys must be indented below config",
      "Write 2 spaces more before this line and the next 4."
    ],
    [
      { problem: "missing-parent", parent: "deprecated", keys: ["reason"], lines: 1 },
      "The key deprecated is missing above reason",
      "Write deprecated: on a line of its own here, and 2 spaces more before this line."
    ]
  ]

  it.each(cases)("is told with the number of spaces: %j", (problem, message, help) => {
    assert.deepStrictEqual(formatLineProblem(problem), { message, help })
  })
})

describe("a mistake that several lines have", () => {
  it.each([
    [1, "."],
    [2, ", and a dash before 1 more entry."],
    [4, ", and a dash before 3 more entries."]
  ])("is a missing dash before %i entries", (lines, more) => {
    assert.deepStrictEqual(formatLineProblem({ problem: "missing-dash", key: "code", line: "  - code: news", lines }), {
      message: "Missing dash before code: a new list entry starts here",
      help: `Write - code: news with 2 spaces before the dash${more}`
    })
    assert.deepStrictEqual(formatLineProblem({ problem: "missing-dash", key: null, line: " - news", lines }), {
      message: "Missing dash before a list entry",
      help: `Write - news with 1 space before the dash${more}`
    })
  })

  it.each([
    [1, "Write a space instead of the dash."],
    [2, "Write a space instead of the dash, here and on 1 more line."],
    [3, "Write a space instead of the dash, here and on 2 more lines."]
  ])("is an extra dash on %i lines", (lines, help) => {
    assert.deepStrictEqual(formatLineProblem({ problem: "extra-dash", key: "label", lines }), {
      message: "Unexpected dash before label, which belongs to the list entry above",
      help
    })
  })

  it.each([
    [1, "", ""],
    [2, ", and 1 more entry in the same way", ", and 1 more line in the same way"],
    [3, ", and 2 more entries in the same way", ", and 2 more lines in the same way"]
  ])("is a key in the place of a code, or with a sign around it, %i times", (lines, entries, others) => {
    assert.deepStrictEqual(formatLineProblem({ problem: "keyed-entry", key: "news", line: "- code: news", lines }), {
      message: "Each value is an entry of the list, with news as its code",
      help: `Write - code: news${entries}`
    })
    assert.deepStrictEqual(formatLineProblem({ problem: "emphasis", sign: "**", line, lines }), {
      message: "Unexpected ** around the name of a key",
      help: `Write label: News${others}`
    })
  })

  it.each([
    [1, "Remove it."],
    [2, "Remove all 2 lines of this kind."]
  ])("is a marker of another format on %i lines", (lines, help) => {
    assert.deepStrictEqual(formatLineProblem({ problem: "marker-line", marker: "```", lines }), {
      message: "The line ``` does not belong in this file",
      help
    })
  })
})
