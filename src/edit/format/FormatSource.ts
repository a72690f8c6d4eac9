import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import { isAlias, isNode, visit } from "yaml"
import { dataOf, parseNodes, type SourceNodes } from "../SourceNodes.ts"
import { commentsIn } from "./Comments.ts"
import { formatFlows } from "./FormatFlows.ts"
import { indentLines } from "./IndentLines.ts"
import { orderKeys } from "./OrderKeys.ts"
import { normalizeText, trimEnd, trimLines } from "./TrimLines.ts"
import { unquote } from "./Unquote.ts"

/** Writes a text in another way with the same content and the same comments. */
export type FormatStep = (nodes: SourceNodes) => string

/**
 * Formats a source. `undefined` if it is not valid YAML, or has aliases or tags, which sources must not have. Texts keep the
 * line breaks that the editor gave them.
 */
export const formatSource = (text: string): string | undefined => {
  const start = parseNodes(normalizeText(text))
  if (Result.isFailure(start) || hasReferences(start.success)) return undefined
  let current = start.success
  for (let round = 0; round < maxRounds; round += 1) {
    const before = current.text
    for (const step of steps) current = apply(current, step)
    if (current.text === before) break
  }
  return current.text
}

/** A step may prepare what another one does. */
const maxRounds = 5

const steps: ReadonlyArray<FormatStep> = [trimLines, trimEnd, formatFlows, unquote, orderKeys, indentLines]

/** Applies a step, unless that would change the content or lose a comment. */
const apply = (nodes: SourceNodes, step: FormatStep): SourceNodes => {
  const text = step(nodes)
  if (text === nodes.text) return nodes
  const formatted = parseNodes(text)
  const isSame =
    Result.isSuccess(formatted) &&
    Equal.equals(dataOf(formatted.success.root), dataOf(nodes.root)) &&
    Equal.equals(commentsIn(text), commentsIn(nodes.text))
  return isSame ? formatted.success : nodes
}

/** True for anchors, aliases and tags, whose meaning is elsewhere in the file. */
const hasReferences = ({ root }: SourceNodes): boolean => {
  let found = false
  visit(root, (_, node) => {
    if (!isNode(node) || (!isAlias(node) && node.anchor === undefined && node.tag === undefined)) return undefined
    found = true
    return visit.BREAK
  })
  return found
}
