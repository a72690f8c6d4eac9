import { parseDocument as parseYamlDocument, type Document } from "yaml"

/**
 * Parses a text as one YAML document. Its errors have no stack traces: the parser makes an error for each of thousands of
 * mistakes, a repair parses the text again and again, and most of the time would be spent on traces that nobody reads.
 */
export const parseDocument = (text: string): Document.Parsed => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return parseYamlDocument(text, options)
  } finally {
    Error.stackTraceLimit = limit
  }
}

// The parser compares each key with every other one, and never a text with a number: YamlKeys does both.
const options = { version: "1.2", strict: true, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const
