import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  type Document,
  type YAMLError,
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
  parseDocument as parseYamlDocument
} from "yaml"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { syntax } from "../../domain/checks/source/Syntax.ts"
import { type TypeProblem, wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, replaceSpan, inSource, type Span, type Location } from "../../domain/Finding.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare, majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { diagnoseSyntax, type SyntaxDiagnostic, findCutTexts, findUnsupportedFeatures } from "./SyntaxDiagnostics.ts"

/** A source as YAML 1.2, with the positions of its nodes. */
export type YamlSource = Document.Parsed

/** Parses one YAML document that uses only scalars, lists and maps. */
export const parseYaml = (file: string, text: string): Result.Result<YamlSource, ReadonlyArray<Finding>> => {
  const { document, findings } = inspectYaml(file, text)
  return document === undefined || findings.length > 0 ? Result.fail(findings) : Result.succeed(document)
}

/** What the parser makes of a text. */
export interface YamlInspection {
  /** Missing if the parser found an error, so that nobody can say what the rest means. */
  readonly document?: YamlSource
  /** Where the parser stopped. */
  readonly errorAt?: number
  readonly findings: ReadonlyArray<Finding>
}

export const inspectYaml = (file: string, text: string): YamlInspection => {
  const syntaxFinding = ({ problem, span }: SyntaxDiagnostic): Finding =>
    makeFinding(syntax, problem, { location: inSource(file, { span }) })
  try {
    const document = parseDocument(text)
    const [error] = [...document.errors, ...document.warnings]
    if (error === undefined) {
      const findings = [
        ...findInvalidKeys(file, document, text),
        ...[...findUnsupportedFeatures(text, document), ...findCutTexts(text, document)].map(syntaxFinding)
      ]
      return { document, findings }
    }
    const conflict = findMergeConflict(file, text)
    if (conflict !== undefined) return { findings: [conflict] }
    // What comes after an error is mostly its consequence.
    const duplicates = findDuplicateKeys(file, document, error.pos[0])
    return { errorAt: error.pos[0], findings: [...duplicates, syntaxFinding(diagnoseError(text, document, error))] }
  } catch (error) {
    // The parser recurses into the nesting, which can exhaust the stack.
    const problem = error instanceof RangeError ? "nested-too-deeply" : "unreadable"
    return { findings: [syntaxFinding({ problem: { problem }, span: [0, 0] })] }
  }
}

/** The markers of git. In a file that cannot be parsed, nothing else starts a line like that. */
const findMergeConflict = (file: string, text: string): Finding | undefined => {
  const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$).*/m.exec(text)
  if (marker === null) return undefined
  const location = inSource(file, { span: [marker.index, marker.index + marker[0].trimEnd().length] })
  const [whole = "", ours = "", theirs = ""] = versionConflict.exec(text.slice(marker.index)) ?? []
  if (!isVersion(ours) || !isVersion(theirs) || /^[<>]{7}/m.test(text.slice(marker.index + whole.length)))
    return makeFinding(syntax, { problem: "unresolved-merge" }, { location })
  const version = compare(ours, theirs) < 0 ? theirs : ours
  const end = marker.index + whole.length
  // Which major comes next is for a person to decide.
  const fix = majorOf(ours) === majorOf(theirs) ? [replaceSpan(file, [marker.index, end], `version: ${version}\n`)] : []
  return makeFinding(syntax, { problem: "version-conflict", version }, { location, fix })
}

const isVersion = Schema.is(Version)

/** Both sides of a conflict, with or without their common ancestor, are a version and nothing else. */
const versionConflict =
  /^<{7}[^\n]*\nversion: *(\d+\.\d+\.\d+) *\n(?:\|{7}[^\n]*\nversion:[^\n#]*\n)?={7}\nversion: *(\d+\.\d+\.\d+) *\n>{7}[^\n]*(?:\n|$)/

const diagnoseError = (text: string, document: YamlSource, error: YAMLError): SyntaxDiagnostic =>
  diagnoseSyntax(text, document, error, wordAt(text, error.pos))

/** The parser marks where a word begins; editors look for the whole word. */
const wordAt = (text: string, [start, end]: Span): Span => {
  const [word = ""] = /^[\w.-]+/.exec(text.slice(start, start + 100)) ?? []
  return [start, Math.max(end, start + word.length)]
}

/**
 * Finds keys that are not text, which would be published differently from how they were written, and duplicate keys:
 * 7 and "7" count as equal. In the order of the document.
 */
const findInvalidKeys = (file: string, document: Document, source = ""): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const visit = (node: unknown): void => {
    if (!isCollection(node)) return
    const counts = new Map<string, number>()
    for (const item of node.items) {
      if (isPair(item)) {
        const finding = keyFinding(
          item.key,
          counts,
          () => keyLocation(file, node, item.key),
          () => repeatedLine(node, item, source)
        )
        if (finding !== undefined) found.push(finding)
        visit(item.key)
      }
      visit(isPair(item) ? item.value : item)
    }
  }
  visit(document.contents)
  return found
}

/** Finds the duplicate keys before an offset. */
const findDuplicateKeys = (file: string, document: Document, before: number): ReadonlyArray<Finding> =>
  findInvalidKeys(file, document).filter(
    ({ location, rule }) => rule === duplicate.id && location?._tag === "Source" && (location.span?.[0] ?? 0) < before
  )

const keyFinding = (
  key: unknown,
  counts: Map<string, number>,
  location: () => Location,
  repeats: () => Span | undefined
): Finding | undefined => {
  const text = isScalar(key) ? textOf(key) : undefined
  const count = text === undefined ? 1 : (counts.get(text) ?? 0) + 1
  if (text !== undefined) counts.set(text, count)
  // Reports a key once, even if it is repeated a thousand times.
  if (count > 2) return undefined
  if (count === 2) {
    const [line, where] = [repeats(), { location: location() }]
    return line === undefined
      ? makeFinding(duplicate, { problem: "key", key: text ?? "" }, where)
      : makeFinding(
          duplicate,
          { problem: "key", key: text ?? "", is_repeated: true },
          { ...where, fix: where.location._tag === "Source" ? [replaceSpan(where.location.file, line, "")] : [] }
        )
  }
  const problem = keyProblem(key)
  return problem && makeFinding(wrongType, problem, { location: location() })
}

/** The line of a key without comments, if an earlier key of the map has the same value, as it is written. */
const repeatedLine = ({ items }: Collection, repeated: Pair, source: string): Span | undefined => {
  const valueOf = ({ value }: Pair): string | undefined =>
    isNode(value) && value.range ? source.slice(value.range[0], value.range[1]) : undefined
  const first = items.find((item) => isPair(item) && String(item.key) === String(repeated.key))
  const written = valueOf(repeated)
  const start = isNode(repeated.key) ? repeated.key.range?.[0] : undefined
  if (!isPair(first) || start === undefined || written === undefined || valueOf(first) !== written) return undefined
  const lineStart = source.lastIndexOf("\n", start) + 1
  const lineEnd = source.indexOf("\n", start)
  const isPlainLine = source.slice(lineStart, lineEnd).trim() === `${String(repeated.key)}: ${written}`
  const isCommented = /(?:^|\n)[ \t]*#.*\n$/.test(source.slice(0, lineStart))
  return lineEnd >= 0 && isPlainLine && !isCommented ? [lineStart, lineEnd + 1] : undefined
}

const textOf = ({ source, value }: Scalar): string => (typeof value === "string" ? value : (source ?? ""))

/** Why a key is not text. Aliases and tags are unsupported features, and reported as such. */
const keyProblem = (key: unknown): TypeProblem | undefined => {
  if (isScalar(key)) {
    if (typeof key.value === "string" || key.tag !== undefined) return undefined
    const text = textOf(key)
    return text === ""
      ? { problem: "empty-key" }
      : { problem: "key-not-text", key: text, read_as: key.value === null ? "null" : typeof key.value }
  }
  if (isAlias(key)) return undefined
  return { problem: isCollection(key) ? "collection-as-key" : "empty-key" }
}

type Collection = YAMLMap | YAMLSeq

const keyLocation = (file: string, map: unknown, key: unknown): Location => {
  const range = (isNode(key) ? key.range : undefined) ?? (isNode(map) ? map.range : undefined)
  return inSource(file, { span: range ? [range[0], range[1]] : [0, 0] })
}

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
