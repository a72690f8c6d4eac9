import * as Result from "effect/Result"
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq
} from "yaml"
import type { Path } from "../domain/Finding.ts"
import { memoizeByIdentity } from "../domain/MemoizeByIdentity.ts"
import { EditFailed } from "./Edit.ts"

/** A text and the nodes in it. */
export interface SourceNodes {
  readonly text: string
  readonly root: Node | null
}

/** Parses a text for editing. Ranges are offsets in the text as it is, with its byte order mark and line ends. */
export const parseNodes = (text: string): Result.Result<SourceNodes, EditFailed> => {
  try {
    // A lone CR is a line break of sources, but not of the parser.
    const document: Document.Parsed = parseDocument(text.replaceAll(/\r(?!\n)/g, "\n"), options)
    return document.errors.length > 0 ? syntaxError : Result.succeed({ text, root: document.contents })
  } catch {
    // The parser recurses into the nesting, which can exhaust the stack.
    return syntaxError
  }
}

const options = {
  version: "1.2",
  strict: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  keepSourceTokens: true
} as const

const syntaxError = Result.fail(new EditFailed({ problem: "syntax", path: [] }))

/** The node at a path; `undefined` if the path leads nowhere. */
export const nodeAt = ({ root }: SourceNodes, path: Path): unknown =>
  path.reduce<unknown>((node, part) => {
    if (isMap(node)) return findKey(node, part)?.value
    return isSeq(node) ? node.items[indexOf(node, part)] : undefined
  }, root)

export const findKey = (map: YAMLMap, key: string | number): Pair | undefined =>
  map.items.find((pair) => keyOf(pair) === String(key))

export const keyOf = ({ key }: Pair): string => textOf(key) ?? ""

/** The index of an entry that is named by its index, its code, or itself; -1 if there is none. */
export const indexOf = (list: YAMLSeq, part: string | number): number =>
  typeof part === "number" ? (part < list.items.length ? part : -1) : codesOf(list).indexOf(part)

/** The codes of the entries of a list. */
export const codesOf = memoizeByIdentity((list: YAMLSeq): ReadonlyArray<string | undefined> =>
  list.items.map((item) => codeOf(item))
)

/** The code by which the entry of a list is known. */
const codeOf = (item: unknown): string | undefined =>
  isMap(item) ? textOf(findKey(item, "code")?.value) : textOf(item)

/** True for a key without a value, as in `values:`. */
export const isEmptyNode = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null && (node.source ?? "") === "")

/** The text of a scalar as data. */
const textOf = (node: unknown): string | undefined => {
  if (!isScalar(node) || node.value === null) return undefined
  return typeof node.value === "string" ? node.value : node.source
}

/** The first and last offset of a node, without what follows it. */
export const rangeOf = (node: unknown): readonly [start: number, end: number] => {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nodes of a parsed document have ranges
  const [start, end] = (range ?? [0, 0]) as readonly [number, number]
  return [start, end]
}

/** The content of a node as plain values. */
export const dataOf = (node: unknown): unknown => {
  if (isMap(node)) return new Map(node.items.map((pair) => [keyOf(pair), dataOf(pair.value)]))
  if (isSeq(node)) return node.items.map(dataOf)
  return isScalar(node) ? node.value : null
}
