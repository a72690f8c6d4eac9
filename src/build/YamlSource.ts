import * as Result from "effect/Result"
import { isAlias, isMap, isNode, isScalar, parseDocument, visit, type Document, type YAMLError } from "yaml"
import type { Finding, Pointer } from "../domain/Finding.ts"

/** A source as YAML 1.2, with the positions of its nodes. */
export type YamlSource = Document.Parsed

/** Reads one YAML document that uses nothing beyond plain scalars, lists and maps. */
export const parseYaml = (file: string, text: string): Result.Result<YamlSource, ReadonlyArray<Finding>> => {
  try {
    const document = parseDocument(text, options)
    const errors = [...document.errors, ...document.warnings]
    const unfinished = errors.length === 0 ? undefined : unfinishedMerge(file, text)
    if (unfinished !== undefined) return Result.fail([unfinished])
    const findings = worthTelling(errors).map((error) => syntaxFinding(file, text, document, error))
    const all = findings.length === 0 ? forbiddenFeatures(file, text, document) : findings
    return all.length === 0 ? Result.succeed(document) : Result.fail(all)
  } catch (error) {
    // The parser recurses into the nesting; what exhausts the stack is no taxonomy.
    const reason = error instanceof RangeError ? "is nested too deeply" : "is not YAML that can be read"
    return Result.fail([{ ...syntax(file, 0), message: `${file} ${reason}`, help: "Write plain lists and maps." }])
  }
}

/** What is written at a path: a scalar, or a map with keys. */
export const writtenIn = (document: YamlSource) => {
  const nodeAt = (path: Pointer["path"]) => (path.length === 0 ? document.contents : document.getIn(path, true))
  return {
    scalarAt: (path: Pointer["path"]) => {
      const node = nodeAt(path)
      return isScalar(node) ? { written: node.source ?? "", value: node.value } : undefined
    },
    keysAt: (path: Pointer["path"]) => {
      const node = nodeAt(path)
      return isMap(node) ? node.items.map(({ key }) => String(key)) : []
    }
  }
}

/** Every key that stands twice, up to the first of the other errors: what comes after it is mostly its consequence. */
const worthTelling = (errors: ReadonlyArray<YAMLError>): ReadonlyArray<YAMLError> => {
  const first = errors.find(({ code }) => code !== "DUPLICATE_KEY")
  const end = first?.pos[0] ?? Infinity
  return errors
    .filter((error) => error === first || (error.code === "DUPLICATE_KEY" && error.pos[0] < end))
    .slice(0, mostErrors)
}

const mostErrors = 10

const options = { version: "1.2", strict: true, prettyErrors: false, logLevel: "error" } as const

const syntax = (file: string, offset: number) =>
  ({ rule: "source/syntax", level: "error", at: { file, path: [], span: [offset, offset] } }) as const

/** Git marks what it could not merge; nothing else begins a line like that in a file that cannot be read. */
const unfinishedMerge = (file: string, text: string): Finding | undefined => {
  const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$).*/m.exec(text)
  if (marker === null) return undefined
  const span: Pointer["span"] = [marker.index, marker.index + marker[0].trimEnd().length]
  const help = "Keep what is right of the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>."
  return { ...syntax(file, 0), message: "A merge is unfinished here", help, at: { file, path: [], span } }
}

const syntaxFinding = (file: string, text: string, document: YamlSource, error: YAMLError): Finding => {
  const at: Pointer = { file, path: [], span: wordAt(text, error.pos) }
  const [message] = error.message.split("\n")
  if (error.code === "DUPLICATE_KEY") {
    const help = "Each key may stand once: remove one of the two."
    return {
      rule: "source/duplicate",
      level: "error",
      message: `The key "${text.slice(...(at.span ?? [0, 0]))}" stands twice`,
      help,
      at
    }
  }
  if (error.code === "MULTIPLE_DOCS") {
    const help = "Remove the line --- and put the rest into a file of its own."
    return { rule: "source/syntax", level: "error", message: "A file holds one document", help, at }
  }
  if (error.code === "BLOCK_AS_IMPLICIT_KEY" && text.startsWith("- ", error.pos[0])) {
    const help = /^ +- /m.test(text.slice(0, error.pos[0]))
      ? "Indent this entry like those above it."
      : "Indent this entry below the key that it belongs to."
    return { rule: "source/syntax", level: "error", message: "An entry of a list stands where a key should", help, at }
  }
  const opening = /^Missing closing .quote/.test(error.message) ? openQuote(text, document, error) : undefined
  if (opening !== undefined) {
    const span: Pointer["span"] = [opening, opening + 1]
    const message = `The quote ${text.charAt(opening)} that opens here is not closed`
    return { rule: "source/syntax", level: "error", message, help: "Close the quote.", at: { ...at, span } }
  }
  const help = hintOf(text, error)
  return { rule: "source/syntax", level: "error", message: message ?? error.code, help, at }
}

/** Where the quoted text begins of which the parser misses the end. */
const openQuote = (text: string, document: YamlSource, { pos }: YAMLError): number | undefined => {
  const starts: Array<number> = []
  visit(document, {
    Scalar: (_, { range }) => {
      if (range && range[0] < pos[0] && /["']/.test(text.charAt(range[0]))) starts.push(range[0])
    }
  })
  return starts.at(-1)
}

/** The parser marks where a word begins; people look for the word. */
const wordAt = (text: string, [start, end]: readonly [number, number]): readonly [number, number] => {
  const [word = ""] = /^[\w.-]+/.exec(text.slice(start, start + 100)) ?? []
  return [start, Math.max(end, start + word.length)]
}

const hintOf = (text: string, { code, message, pos }: YAMLError): string => {
  const lineStart = text.lastIndexOf("\n", pos[0] - 1) + 1
  if (/^ *\t/.test(text.slice(lineStart))) return "Indent with spaces: this line begins with a tab."
  if (/^Flow (?:sequence|map)/.test(message)) return "Close the bracket."
  if (/indicator|same column|sufficiently indented|less indented/.test(message)) return hintIndent
  return hints[code] ?? "Compare the line, and the one before it, with a file that is accepted."
}

const hintIndent = "Indent this line exactly like its neighbours: one space more or less changes what it belongs to."

const hints: Partial<Record<string, string>> = {
  BAD_INDENT: hintIndent,
  TAB_AS_INDENT: "Indent with spaces.",
  TAG_RESOLVE_FAILED: "Remove the tag.",
  BLOCK_AS_IMPLICIT_KEY: "Put the text in quotes if it holds a colon.",
  MULTILINE_IMPLICIT_KEY: "A key stands on one line; perhaps a colon is missing.",
  MISSING_CHAR: "Close the quote or the bracket."
}

/** Aliases, anchors, tags, merge keys and directives: a reader would have to know what they do elsewhere in the file. */
const forbiddenFeatures = (file: string, text: string, document: YamlSource): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const report = (span: Pointer["span"], what: string, help: string) =>
    found.push({
      rule: "source/syntax",
      level: "error",
      message: `${what} is not accepted`,
      help,
      at: { file, path: [], span: span ?? [0, 0] }
    })
  if (document.directives.yaml.explicit === true) report([0, 1], "A directive", "Remove the line that begins with %.")
  // Only texts with these characters can hold any of the rest, and few do.
  if (!/[&*!]|<</.test(text)) return found
  visit(document, (key, node) => {
    if (!isNode(node)) return
    const span: Pointer["span"] = node.range ? [node.range[0], node.range[1]] : undefined
    if (isAlias(node)) report(span, "An alias", "Write the content out.")
    else if (node.anchor !== undefined) report(span, "An anchor", "Remove the & and the name behind it.")
    else if (node.tag !== undefined) report(span, "A tag", "Remove the ! and the name behind it.")
    else if (key === "key" && isScalar(node) && node.value === "<<" && node.type === "PLAIN") {
      report(span, "A merge key", "Write the keys out.")
    }
  })
  return found
}
