import * as Result from "effect/Result"
import { readPlainYaml } from "../../src/build/yaml/PlainYaml.ts"
import { plainContent } from "../../src/build/yaml/YamlNodes.ts"
import { parseYaml } from "../../src/build/yaml/YamlSource.ts"

/** What the plain reader and the YAML parser make of a text. */
export type Comparison =
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Equal" }
  | { readonly _tag: "Different"; readonly text: string; readonly plain: unknown; readonly parsed: unknown }

/** Reads a text in both ways. The plain reader may reject it, but must never accept it with another value. */
export const compareReaders = (text: string): Comparison => {
  const plain = readPlainYaml(text)
  if (plain === undefined) return { _tag: "Rejected" }
  const document = parseYaml("a.yaml", text)
  const parsed = Result.isSuccess(document) ? plainContent(document.success) : document.failure
  return Result.isSuccess(document) && isSame(plain, parsed)
    ? { _tag: "Equal" }
    : { _tag: "Different", text, plain, parsed }
}

/** Compares JSON-like values: the order of keys and the sign of zero count too. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return Object.is(a, b)
  if (Array.isArray(a) !== Array.isArray(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  const [entries, others] = [Object.entries(a), Object.entries(b)]
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => key === others[index]?.[0] && isSame(value, others[index][1]))
  )
}
