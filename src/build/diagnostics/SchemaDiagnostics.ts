import type * as SchemaAST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import { missingKey } from "../../domain/checks/source/MissingKey.ts"
import type { Expectation, Subject } from "../../domain/checks/source/TypeProblem.ts"
import { unknownKey } from "../../domain/checks/source/UnknownKey.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding } from "../../domain/diagnostic/Finding.ts"
import { inSource, type Path } from "../../domain/diagnostic/Location.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { SourceValues } from "../yaml/YamlContent.ts"
import { expectationOf, expectationOfCheck, expectedKey, hintOf, hintOfKeys, keysOf } from "./Expectation.ts"
import { intendedValue, intendedVariant, similarKey } from "./IntendedValue.ts"

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
  return makeFinding(
    unknownKey,
    { key, known, suggestion: nearest(key, known) ?? null, expected: expectedKey(ast) ?? null },
    { location: inSource(file, { path, key: true }) }
  )
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
    return makeFinding(wrongType, { problem: "not-text", ...subject, written: scalar.written, read_as }, where)
  }
  const intended = scalar === undefined ? {} : intendedValue(scalar.written, subject, expected)
  return makeFinding(wrongType, { problem: "unexpected", ...subject, expected, ...advice, ...intended }, where)
}

const subjectOf = (file: string, path: Path): Subject => {
  const key = path.findLast((part) => typeof part === "string")
  if (key === undefined) return { subject: "file", name: file }
  return { subject: typeof path.at(-1) === "number" ? "entry" : "key", name: key }
}
