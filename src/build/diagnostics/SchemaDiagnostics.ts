import type * as SchemaAST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import { missingKey, unknownKey } from "../../domain/checks/source/Keys.ts"
import { type Expectation, type Subject, wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, replaceNode, inSource, type Path } from "../../domain/Finding.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import { findInvisible } from "../../domain/text/Characters.ts"
import type { SourceValues } from "../yaml/YamlContent.ts"
import { expectationOf, expectationOfCheck, expectedKey, hintOf, hintOfKeys, keysOf } from "./Expectation.ts"
import { intendedVariant, similarKey, suggestValue } from "./SuggestValue.ts"

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
  const suggestion = nearest(key, known)
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
  const advice = hint === undefined ? { suggestion: similarKey(ast, keys), hint: hintOf(ast.annotations) } : { hint }
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
  const suggestion = scalar === undefined ? undefined : suggestValue(scalar.written, expected)
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
