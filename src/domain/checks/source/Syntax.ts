import type { Check } from "../Check.ts"

export const syntax: Check<"source/syntax", SyntaxProblem> = {
  id: "source/syntax",
  title: "Invalid YAML",
  level: "error",
  stage: "source",
  explanation:
    "Each source is one document of plain YAML 1.2: lists, maps and scalars. Aliases, anchors, tags, merge keys and directives are not accepted, because readers would have to know what they do elsewhere in the file. Put text that contains a colon or starts with a special character in quotes, indent with spaces, and write repeated content out.",
  breaks: `# dimensions/use_type.yaml
label: Use type: what for`,
  keeps: `# dimensions/use_type.yaml
label: "Use type: what for"`,
  message: (problem) => formatSyntaxProblem(problem).message,
  help: (problem) => formatSyntaxProblem(problem).help
}

/** A mistake in the YAML of a source. */
export type SyntaxProblem =
  | { readonly problem: SimpleProblem }
  | { readonly problem: "list-entry-instead-of-key"; readonly follows_list: boolean }
  /** `line` is the line as it is mended. */
  | { readonly problem: "colon-without-space" | "missing-colon"; readonly key: string; readonly line: string }
  /** A conflict of git in which both sides only declare a version. `version` is the higher one. */
  | { readonly problem: "version-conflict"; readonly version: string }
  /** `character` is a code point, such as `U+00A0`. */
  | { readonly problem: "unusual-space"; readonly character: string }
  | { readonly problem: "unclosed-quote"; readonly quote: string; readonly line?: string }
  | { readonly problem: "text-after-quote"; readonly quote: string }
  | { readonly problem: "invalid-escape"; readonly sequence: string }
  | { readonly problem: "leading-character"; readonly character: string }
  | { readonly problem: "unclosed-bracket"; readonly bracket?: string; readonly line?: string }
  /** Any other error, in the words of the YAML parser. */
  | { readonly problem: "parser-error"; readonly parser_message: string }

/** The sentences about a mistake. They presume no knowledge of YAML: editors are lawyers. */
export const formatSyntaxProblem = (context: SyntaxProblem): Sentences => {
  switch (context.problem) {
    case "list-entry-instead-of-key":
      return {
        message: "Unexpected list entry: a key is expected here",
        help: context.follows_list
          ? "Indent this entry like the entries above it."
          : "Indent this entry below the key that it belongs to."
      }
    case "unusual-space":
      return {
        message: `Unexpected ${spaceNames[context.character] ?? "unusual space"} (${context.character})`,
        help: "Replace it with an ordinary space. Word processors often write such characters."
      }
    case "unclosed-quote":
      return {
        message: `The quote ${context.quote} that opens here is never closed`,
        help: context.line === undefined ? "Close the quote." : `Write ${context.line}`
      }
    case "text-after-quote":
      return {
        message: `Unexpected text after the closing quote ${context.quote}`,
        help:
          context.quote === "'"
            ? `Inside these quotes, write '' for an apostrophe. Or put the text between " and ".`
            : `Inside these quotes, write \\" for a quote. Or put the text between ' and '.`
      }
    case "invalid-escape":
      return {
        message: `Invalid escape sequence ${context.sequence} between " and "`,
        help: `Write \\\\ for a backslash, or put the text between ' and '.`
      }
    case "leading-character":
      return { message: `A text cannot start with ${context.character}`, help: "Put the text in quotes." }
    case "unclosed-bracket":
      return {
        message:
          context.bracket === undefined
            ? "A bracket is never closed"
            : `The bracket ${context.bracket} that opens here is never closed`,
        help: context.line === undefined ? "Close the bracket." : `Write ${context.line}`
      }
    case "colon-without-space":
      return { message: `Missing space after the colon of ${context.key}`, help: `Write ${context.line}` }
    case "missing-colon":
      return { message: `Missing colon after the key ${context.key}`, help: `Write ${context.line}` }
    case "version-conflict":
      return {
        message: "Unresolved merge conflict: both branches declare a version",
        help: `Write version: ${context.version} in place of these lines. The check then says whether the changes require another one.`
      }
    case "parser-error":
      return {
        message: `Invalid YAML: ${context.parser_message.charAt(0).toLowerCase()}${context.parser_message.slice(1)}`,
        help: "Compare this line, and the line before it, with a valid file."
      }
    default:
      return simpleProblems[context.problem]
  }
}

interface Sentences {
  readonly message: string
  readonly help: string
}

type SimpleProblem = keyof typeof simpleProblems

/** Mistakes about which nothing varies. */
const simpleProblems = {
  unreadable: { message: "The file is not readable YAML", help: "Write plain lists and maps." },
  "empty-file": { message: "This file is empty", help: "Write its content, or remove the file." },
  "unclosed-front-matter": {
    message: "The facts that begin at this line --- never end",
    help: "Write another line --- between the facts and the text."
  },
  "missing-summary": {
    message: "The text of these notes is missing",
    help: "Write what the release is for below the second line ---, or remove the file."
  },
  "web-page": {
    message: "This file is a web page, not YAML",
    help: "Save the YAML file itself instead of the page that shows it."
  },
  "nested-too-deeply": {
    message: "Lists or maps are nested too deeply",
    help: "Write plain lists and maps, and close every bracket."
  },
  "second-document": {
    message: "A file must contain only one document",
    help: "Remove the line --- and move the rest into a file of its own."
  },
  "unresolved-merge": {
    message: "Unresolved merge conflict",
    help: "Keep the lines of both sides, or the right one of two that change the same thing, and remove the lines that start with <<<<<<<, ======= and >>>>>>>."
  },
  "comment-cuts-text": {
    message: "This # starts a comment and cuts the text off",
    help: "Put the text in quotes if the # belongs to it. If it is a comment, write a space after the #."
  },
  "tab-indentation": { message: "This line is indented with a tab", help: "Indent with spaces." },
  "inconsistent-indentation": {
    message: "Inconsistent indentation",
    help: "Indent this line exactly like its neighbors: one space more or less changes what it belongs to."
  },
  "indented-below-text": {
    message: "The next line is indented below a key that already has a text",
    help: "Indent both lines alike, or put the text in quotes if it contains a colon."
  },
  "tab-in-line": { message: "This line contains a tab", help: "Replace the tab with a space." },
  "dash-without-space": {
    message: "Missing space after the dash of a list entry",
    help: "Write a space after the dash."
  },
  "list-on-key-line": {
    message: "A list must start on a line of its own",
    help: "Move this - to the next line, indented below the key."
  },
  "extra-bracket": {
    message: "This bracket closes nothing",
    help: "Remove it, or write the bracket that it closes."
  },
  "second-colon": {
    message: "Unexpected second colon on this line",
    help: "Put the text in quotes if it contains a colon."
  },
  "multiline-key": { message: "A key must be on one line", help: "Add the colon that is probably missing." },
  "text-after-block-indicator": {
    message: "A text that | or > introduces must start on the next line",
    help: "Move the rest of this line to the next line, indented. Or put the text in quotes."
  },
  directive: { message: "YAML directives are not accepted", help: "Remove the line that starts with %." },
  alias: { message: "YAML aliases are not accepted", help: "Write the content out." },
  anchor: { message: "YAML anchors are not accepted", help: "Remove the & and the name after it." },
  "merge-key": { message: "YAML merge keys are not accepted", help: "Write the keys out." },
  tag: {
    message: "YAML tags are not accepted",
    help: "Remove the ! and the name after it, or put the text in quotes if it starts with one."
  }
} as const satisfies Record<string, Sentences>

const spaceNames: Partial<Record<string, string>> = {
  "U+00A0": "non-breaking space",
  "U+200B": "zero-width space",
  "U+202F": "narrow non-breaking space",
  "U+3000": "ideographic space",
  "U+FEFF": "byte order mark"
}
