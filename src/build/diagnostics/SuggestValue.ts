import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import type { Issue } from "effect/SchemaIssue"
import type { Expectation } from "../../domain/checks/source/WrongType.ts"
import type { Path } from "../../domain/Finding.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { SourceValues } from "../yaml/YamlContent.ts"
import { keysOf } from "./Expectation.ts"

/** The choice or truth value that a scalar may stand for. YAML 1.2 reads only `true` and `false` as such. */
export const suggestValue = (written: string, expected: Expectation): string | undefined => {
  if (expected.type === "boolean") return toBoolean(written.trim())?.toString()
  return expected.type === "choice" ? intendedChoice(written.trim(), expected.choices) : undefined
}

/** The choice that a text is similar to, or another word for. */
const intendedChoice = (written: string, choices: ReadonlyArray<string>): string | undefined => {
  const words = written.toLowerCase().replaceAll(/[^a-z]/g, "")
  return (
    nearest(written, choices) ??
    choices.find((choice) => choiceWords[choice]?.includes(words)) ??
    choices.find((choice) => written.toLowerCase().startsWith(choice)) ??
    choices.find((choice) => choice.endsWith(`/${written.toLowerCase()}`))
  )
}

/** Other words for the choices that sources have. */
const choiceWords: Readonly<Record<string, ReadonlyArray<string>>> = {
  single: ["one", "text", "string", "enum", "choice", "select", "singlechoice", "singlevalue", "scalar", "radio"],
  multiple: ["list", "array", "multi", "many", "several", "set", "multiselect", "multiplechoice", "multivalue", "any"],
  territory: ["country", "countries", "region", "regions", "geo", "geography", "location", "territories"],
  flags: ["boolean", "booleans", "bool", "switch", "switches", "yesno", "checkbox", "checkboxes", "options", "object"],
  "iso-3166-1-alpha-2": ["iso", "countries", "isocountries", "isoalpha", "country"]
}

/** Which variant of a union an editor started to write, judged by its keys; undefined if that is unclear. */
export const intendedVariant = (
  { ast, issues }: SchemaIssue.AnyOf,
  values: SourceValues,
  path: Path
): Issue | undefined => {
  const keys = values.keysAt(path)
  const variants = issues.flatMap((issue) => (issue._tag === "Composite" ? [{ issue, keys: keysOf(issue.ast) }] : []))
  const named = variants.filter((variant) => variant.keys.some((key) => keys.includes(key)))
  // The variant with free keys takes only booleans. A key similar to one of another variant is a typing mistake.
  const hasBoolean = keys.some((key) => toBoolean(values.scalarAt([...path, key])?.written ?? "") !== undefined)
  const isFree = hasBoolean && similarKey(ast, keys) === undefined
  const free = variants.filter(
    (variant) => variant.keys.length === 0 && (isFree || !SchemaAST.isObjects(variant.issue.ast))
  )
  const [intended, ...others] = named.length > 0 ? named : free
  return others.length === 0 ? intended?.issue : undefined
}

/** A key of one of the variants of a union that is similar to an unknown one. */
export const similarKey = (ast: SchemaAST.AST, keys: ReadonlyArray<string>): string | undefined => {
  const known = SchemaAST.isUnion(ast) ? ast.types.flatMap(keysOf) : []
  const unknown = keys.filter((key) => !known.includes(key))
  return unknown.map((key) => nearest(key, known)).find((key) => key !== undefined)
}

/** The words that people write for true and false. YAML 1.2 reads only two of them as such. */
const toBoolean = (written: string): boolean | undefined => {
  if (/^(?:true|y|yes|on|1)$/i.test(written)) return true
  return /^(?:false|n|no|off|0)$/i.test(written) ? false : undefined
}
