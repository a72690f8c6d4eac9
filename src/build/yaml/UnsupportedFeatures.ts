import { isAlias, isNode, isScalar, visit, type Document } from "yaml"
import { textFieldsOf } from "../../domain/vocabulary/ItemTypes.ts"
import type { SyntaxDiagnostic } from "./SyntaxDiagnostics.ts"

/** Finds aliases, anchors, tags, merge keys and directives, whose meaning is elsewhere in the file. */
export const findUnsupportedFeatures = (text: string, document: Document.Parsed): ReadonlyArray<SyntaxDiagnostic> => {
  const found: Array<SyntaxDiagnostic> = []
  if (document.directives.yaml.explicit === true) found.push({ problem: { problem: "directive" }, span: [0, 1] })
  // All others need one of these characters, which few texts contain.
  if (!/[&*!]|<</.test(text)) return found
  visit(document, (key, node) => {
    if (!isNode(node)) return
    const problem = isAlias(node)
      ? "alias"
      : node.anchor !== undefined
        ? "anchor"
        : node.tag !== undefined
          ? "tag"
          : key === "key" && isScalar(node) && node.value === "<<" && node.type === "PLAIN"
            ? "merge-key"
            : undefined
    if (problem === undefined) return
    found.push({ problem: { problem }, span: node.range ? [node.range[0], node.range[1]] : [0, 0] })
  })
  return found
}

/** Finds texts that an accidental comment cuts off, as in `the #1 choice`. A real comment has a space after its `#`. */
export const findCutTexts = (text: string, document: Document.Parsed): ReadonlyArray<SyntaxDiagnostic> => {
  const found: Array<SyntaxDiagnostic> = []
  if (!/[ \t]#[^\s#!]/.test(text)) return found
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isScalar(value) || !textKeys.has(String(key.value))) return
      const { range, type } = value
      if (value.value === null && isNode(key) && key.range) {
        const [lead] = /^ *: +(?=#[^\s#!])/.exec(text.slice(key.range[1], key.range[1] + 100)) ?? []
        const sign = key.range[1] + (lead?.length ?? 0)
        if (lead !== undefined) found.push({ problem: { problem: "comment-cuts-text" }, span: [sign, sign + 1] })
        return
      }
      if (type !== "PLAIN" || typeof value.value !== "string" || !range) return
      const [, end, next] = range
      const [, gap] = /^([ \t]+)#[^\s#!]/.exec(text.slice(end, next)) ?? []
      if (gap === undefined) return
      const sign = end + gap.length
      found.push({ problem: { problem: "comment-cuts-text" }, span: [sign, sign + 1] })
    }
  })
  return found
}

/** The keys whose values are sentences. */
const textKeys: ReadonlySet<string> = new Set(
  (["taxonomy", "dimension", "value", "license", "rule", "deprecation"] as const).flatMap(textFieldsOf)
)
