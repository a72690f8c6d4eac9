import * as SchemaAST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import type * as SchemaIssue from "effect/SchemaIssue"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { missingKey, similarKey, unknownKey } from "../../domain/checks/source/Keys.ts"
import { type Expectation, type Subject, wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, replaceNode, inSource, type Path } from "../../domain/Finding.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import { findInvisible } from "../../domain/text/Characters.ts"
import type { SourceValues } from "../yaml/YamlNodes.ts"

/** Turns every leaf of a schema's issue into a finding. */
export const schemaFindings = (
  file: string,
  issue: Issue,
  values: SourceValues,
  path: Path = []
): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return schemaFindings(file, issue.issue, values, [...path, ...issue.path.map(toKey)])
    case "Composite":
      return issue.issues.flatMap((inner) => schemaFindings(file, inner, values, path))
    case "Encoding":
      return schemaFindings(file, issue.issue, values, path)
    case "MissingKey":
      return [missingKeyFinding(file, path)]
    case "UnexpectedKey":
      return [unknownKeyFinding(file, path, issue.ast)]
    case "Filter": {
      // A check of a nested item points to it; a check of this one is a leaf.
      if (issue.issue._tag === "Pointer") return schemaFindings(file, issue.issue, values, path)
      const { annotations } = issue.filter
      const missing = annotations?.["missing_key"]
      if (typeof missing === "string") return [missingKeyFinding(file, [...path, missing])]
      if (annotations?.["entries"] === "different") return repeatedEntries(file, path, values)
      return [typeFinding(file, path, values, expectationOfCheck(annotations), { hint: hintOf(annotations) })]
    }
    case "AnyOf": {
      const variant = intendedVariant(issue, values, path)
      return variant === undefined
        ? [typeFindingOf(file, path, values, issue.ast)]
        : schemaFindings(file, variant, values, path)
    }
    case "OneOf":
    case "InvalidType":
      return [typeFindingOf(file, path, values, issue.ast)]
    case "InvalidValue":
    case "Forbidden":
      return [typeFinding(file, path, values, expectationOfCheck(undefined), {})]
  }
}

const toKey = (key: PropertyKey): string | number => (typeof key === "number" ? key : String(key))

/** Finds the entries of lists at a path that an earlier one equals. */
const repeatedEntries = (file: string, path: Path, values: SourceValues): ReadonlyArray<Finding> => {
  const lines = new Map<string, number>()
  return values.entriesAt(path).flatMap((entry): ReadonlyArray<Finding> => {
    const first_line = lines.get(entry.text)
    if (first_line === undefined) lines.set(entry.text, entry.line)
    const location = inSource(file, { path: entry.path })
    return first_line === undefined
      ? []
      : [makeFinding(duplicate, { problem: "entry", code: entry.text, first_line, keys: [] }, { location })]
  })
}

const missingKeyFinding = (file: string, path: Path): Finding => {
  const [parent, key] = [path.slice(0, -1), path.at(-1)]
  const location = inSource(file, { path: parent })
  return typeof key === "number"
    ? makeFinding(
        wrongType,
        { problem: "unexpected", ...subjectOf(file, parent), expected: { type: "non-empty-list" } },
        { location }
      )
    : makeFinding(missingKey, { key: String(key) }, { location })
}

const unknownKeyFinding = (file: string, path: Path, ast: SchemaAST.AST): Finding => {
  const [key, known] = [String(path.at(-1)), keysOf(ast)]
  const location = inSource(file, { path, key: true })
  const translation = translationMeant(key, known)
  if (translation !== undefined) {
    return makeFinding(unknownKey, { key, known, suggestion: null, expected: null, translation }, { location })
  }
  const suggestion = similarKey(key, known)
  return makeFinding(
    unknownKey,
    { key, known, suggestion: suggestion ?? null, expected: expectedKey(ast) ?? null },
    { location }
  )
}

/** The text and the language of a key such as `label_fr`, where translations are possible. */
const translationMeant = (key: string, known: ReadonlyArray<string>) => {
  const [, field, language] = /^([a-z]+)[_.-]([a-z]{2})$/i.exec(key) ?? []
  return field === undefined || language === undefined || !known.includes("translations") || !known.includes(field)
    ? undefined
    : { field, language: language.toLowerCase() }
}

const typeFindingOf = (file: string, path: Path, values: SourceValues, ast: SchemaAST.AST): Finding => {
  const keys = values.keysAt(path)
  const hint = hintOfKeys(ast.annotations, keys)
  const advice = hint === undefined ? { suggestion: keyOfVariant(ast, keys), hint: hintOf(ast.annotations) } : { hint }
  return typeFinding(file, path, values, expectationOf(ast), advice)
}

const typeFinding = (
  file: string,
  path: Path,
  values: SourceValues,
  expected: Expectation,
  advice: { readonly suggestion?: string | undefined; readonly hint?: string | undefined }
): Finding => {
  const scalar = values.scalarAt(path)
  const subject = subjectOf(file, path)
  const where = { location: inSource(file, { path }) }
  const isNotText = scalar !== undefined && expected.type === "text" && typeof scalar.value !== "string"
  if (scalar?.value === "" || (isNotText && scalar.written === "")) {
    return makeFinding(wrongType, { problem: "empty", ...subject, expected, hint: advice.hint }, where)
  }
  if (isNotText) {
    const read_as = scalar.value === null ? "null" : typeof scalar.value
    const { written } = scalar
    const isVersion = subject.name === "version"
    const text = isVersion ? completeVersion(written) : scalar.value === null ? undefined : `"${written}"`
    return makeFinding(
      wrongType,
      { problem: "not-text", ...subject, written, read_as },
      { ...where, fix: text === undefined ? undefined : [replaceNode(where.location, text)] }
    )
  }
  if (expected.type === "text" && values.keysAt(path).length > 0 && advice.hint === undefined) {
    const hint = "Write the text itself. Texts in other languages belong under translations."
    return makeFinding(wrongType, { problem: "unexpected", ...subject, expected, hint }, where)
  }
  const written = typeof scalar?.value === "string" ? scalar.value : ""
  const suggestion =
    scalar === undefined ? undefined : (ownCode(file, path, written) ?? suggestValue(scalar.written, expected))
  const isQuoted = expected.type === "boolean" && scalar?.quoted === true && scalar.written === suggestion
  const invisible = findInvisible(written)
  return makeFinding(
    wrongType,
    {
      problem: "unexpected",
      ...subject,
      expected,
      ...advice,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(isQuoted ? { is_quoted: true } : {}),
      ...(invisible && { invisible })
    },
    { ...where, fix: isQuoted ? [replaceNode(where.location, scalar.written)] : undefined }
  )
}

/** The code of an entry such as `food/FRUIT` in the file of `food`. */
const ownCode = (file: string, path: Path, written: string): string | undefined => {
  const prefix = `${file.slice(file.indexOf("/") + 1, -".yaml".length)}/`
  return typeof path.at(-1) === "number" && written.startsWith(prefix) ? written.slice(prefix.length) : undefined
}

/** `1.2` as `1.2.0`. */
const completeVersion = (written: string): string | undefined => {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?$/.exec(written) ?? []
  return major === undefined ? undefined : `${major}.${minor ?? "0"}.0`
}

const subjectOf = (file: string, path: Path): Subject => {
  const key = path.findLast((part) => typeof part === "string")
  // A file can be a list itself, such as that of the waivers.
  if (typeof path.at(-1) === "number") return { subject: "entry", name: key ?? file }
  return key === undefined ? { subject: "file", name: file } : { subject: "key", name: key }
}

/** The choice or truth value that a scalar may stand for. YAML 1.2 reads only `true` and `false` as such. */
const suggestValue = (written: string, expected: Expectation): string | undefined => {
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
const intendedVariant = ({ ast, issues }: SchemaIssue.AnyOf, values: SourceValues, path: Path): Issue | undefined => {
  const keys = values.keysAt(path)
  const variants = issues.flatMap((issue) => (issue._tag === "Composite" ? [{ issue, keys: keysOf(issue.ast) }] : []))
  const named = variants.filter((variant) => variant.keys.some((key) => keys.includes(key)))
  // The variant with free keys takes only booleans. A key similar to one of another variant is a typing mistake.
  const hasBoolean = keys.some((key) => toBoolean(values.scalarAt([...path, key])?.written ?? "") !== undefined)
  const isFree = hasBoolean && keyOfVariant(ast, keys) === undefined
  const free = variants.filter(
    (variant) => variant.keys.length === 0 && (isFree || !SchemaAST.isObjects(variant.issue.ast))
  )
  const [intended, ...others] = named.length > 0 ? named : free
  return others.length === 0 ? intended?.issue : undefined
}

/** A key of one of the variants of a union that is similar to an unknown one. */
const keyOfVariant = (ast: SchemaAST.AST, keys: ReadonlyArray<string>): string | undefined => {
  const known = SchemaAST.isUnion(ast) ? ast.types.flatMap(keysOf) : []
  const unknown = keys.filter((key) => !known.includes(key))
  return unknown.map((key) => nearest(key, known)).find((key) => key !== undefined)
}

/** The words that people write for true and false. YAML 1.2 reads only two of them as such. */
const toBoolean = (written: string): boolean | undefined => {
  if (/^(?:true|y|yes|on|1)$/i.test(written)) return true
  return /^(?:false|n|no|off|0)$/i.test(written) ? false : undefined
}

/** What a schema expects, from its annotation `expected` or from its type. */
const expectationOf = (ast: SchemaAST.AST): Expectation => {
  const description = annotatedText(ast.annotations, "expected")
  if (description !== undefined) return { type: "described", description }
  if (SchemaAST.isString(ast)) return { type: "text" }
  if (SchemaAST.isBoolean(ast)) return { type: "boolean" }
  if (SchemaAST.isArrays(ast)) return { type: "list" }
  if (SchemaAST.isObjects(ast)) {
    const demands = ast.checks?.map(({ annotations }) => expectationOfCheck(annotations)) ?? []
    return demands.find(({ type }) => type === "any-key") ?? { type: "map", required_keys: requiredKeysOf(ast) }
  }
  // A list, or another way to write it.
  if (SchemaAST.isUnion(ast) && ast.types.some(SchemaAST.isArrays)) return { type: "list" }
  const choices = (SchemaAST.isUnion(ast) ? ast.types : [ast]).flatMap((type) =>
    SchemaAST.isLiteral(type) ? [String(type.literal)] : []
  )
  return choices.length === 0 ? anyOther : { type: "choice", choices }
}

/** What a check of a schema expects. */
const expectationOfCheck = (annotations: Annotations): Expectation => {
  const keys = annotations?.["expected_keys"]
  if (Array.isArray(keys)) return { type: "any-key", keys: keys.map(String) }
  const description = annotatedText(annotations, "expected")
  return description === undefined ? anyOther : { type: "described", description }
}

/** The annotation `hint`: what to write instead. */
const hintOf = (annotations: Annotations): string | undefined => annotatedText(annotations, "hint")

/** What to write instead of a key that editors expect, by key in the annotation `hints`. */
const hintOfKeys = (annotations: Annotations, keys: ReadonlyArray<string>): string | undefined => {
  const hints = annotations?.["hints"]
  if (typeof hints !== "object" || hints === null) return undefined
  return keys.map((key) => annotatedText({ ...hints }, key)).find((hint) => hint !== undefined)
}

/** The keys that a struct names. */
const keysOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** What the keys of a record must be. */
const expectedKey = (ast: SchemaAST.AST): string | undefined => {
  if (!SchemaAST.isObjects(ast)) return undefined
  const checks = ast.indexSignatures.flatMap(({ parameter }) => parameter.checks ?? [])
  return checks.map(({ annotations }) => annotatedText(annotations, "expected")).find((text) => text !== undefined)
}

type Annotations = { readonly [key: string]: unknown } | undefined

const anyOther: Expectation = { type: "described", description: "a valid value" }

/** The keys that every such map has, and the first of those of which it needs one. */
const requiredKeysOf = (ast: SchemaAST.Objects): ReadonlyArray<string> => [
  ...ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type)).map(({ name }) => String(name)),
  ...(ast.checks ?? []).flatMap(({ annotations }) => annotatedText(annotations, "missing_key") ?? []).slice(0, 1)
]

const annotatedText = (annotations: Annotations, name: string): string | undefined => {
  const text = annotations?.[name]
  return typeof text === "string" ? text : undefined
}
