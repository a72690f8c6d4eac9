import { isAlias, isCollection, isNode, isPair, isScalar, type Document, type Scalar } from "yaml"
import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"
import { kindOf } from "../diagnostics/SchemaDiagnostics.ts"

/**
 * Keys that are not text, for they would be published otherwise than they were written, and keys that stand in their
 * map already: 7 and "7" would be one. In the order in which they stand there.
 */
export const keyFindings = (file: string, document: Document): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const look = (node: unknown): void => {
    if (!isCollection(node)) return
    const seen = new Map<string, number>()
    for (const item of node.items) {
      if (isPair(item)) {
        const finding = keyFinding(file, node, item.key, seen)
        if (finding !== undefined) found.push(finding)
        look(item.key)
      }
      look(isPair(item) ? item.value : item)
    }
  }
  look(document.contents)
  return found
}

const keyFinding = (file: string, map: unknown, key: unknown, seen: Map<string, number>): Finding | undefined => {
  const text = isScalar(key) ? textOf(key) : undefined
  const before = text === undefined ? 0 : (seen.get(text) ?? 0)
  if (text !== undefined) seen.set(text, before + 1)
  // A key that stands a thousand times is one mistake.
  if (before > 1) return undefined
  if (before === 1) {
    const message = `The key "${text}" stands twice`
    const help = "Each key may stand once: remove one of the two."
    return { rule: "source/duplicate", level: "error", message, help, at: placeOf(file, map, key) }
  }
  const told = typeMistake(key)
  return told && { rule: "source/wrong-type", level: "error", ...told, at: placeOf(file, map, key) }
}

const textOf = ({ source, value }: Scalar): string => (typeof value === "string" ? value : (source ?? ""))

/** What is wrong with a key that is not text. Aliases and tags are told of as such. */
const typeMistake = (key: unknown): { readonly message: string; readonly help: string } | undefined => {
  if (isScalar(key)) {
    if (typeof key.value === "string" || key.tag !== undefined) return undefined
    const text = textOf(key)
    return text === ""
      ? emptyKey
      : {
          message: `The key ${text} must be text, but YAML reads it as ${kindOf(key.value)}`,
          help: `Put it in quotes: "${text}".`
        }
  }
  if (isAlias(key)) return undefined
  return isCollection(key)
    ? { message: "A key must be text, and this one is a list or a map", help: "Write a text before the colon." }
    : emptyKey
}

const emptyKey = { message: "A key is empty", help: "Write the key before the colon." }

const placeOf = (file: string, map: unknown, key: unknown): Pointer => {
  const range = (isNode(key) ? key.range : undefined) ?? (isNode(map) ? map.range : undefined)
  return { file, path: [], span: range ? [range[0], range[1]] : [0, 0] }
}
