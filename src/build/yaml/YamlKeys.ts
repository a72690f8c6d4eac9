import {
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq
} from "yaml"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { type TypeProblem, wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, replaceSpan, inSource, type Location, type Span } from "../../domain/Finding.ts"

/**
 * Finds keys that are not text, which would be published differently from how they were written, and duplicate keys:
 * 7 and "7" count as equal. In the order of the document.
 */
export const findInvalidKeys = (file: string, document: Document, source = ""): ReadonlyArray<Finding> => {
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
export const findDuplicateKeys = (file: string, document: Document, before: number): ReadonlyArray<Finding> =>
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
