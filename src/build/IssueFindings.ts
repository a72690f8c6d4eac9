import * as SchemaAST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Finding, Pointer } from "../domain/Finding.ts"
import { didYouMean } from "../domain/NearMatch.ts"

/** What a reader of sources found at a path, before it has a place in a file. */
type Path = Pointer["path"]

/** Every leaf of a schema's complaint as a finding, with the path to its place. */
export const issueFindings = (file: string, issue: Issue, path: Path = []): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return issueFindings(file, issue.issue, [...path, ...issue.path.map(toKey)])
    case "Composite":
      return issue.issues.flatMap((inner) => issueFindings(file, inner, path))
    case "Encoding":
      return issueFindings(file, issue.issue, path)
    case "MissingKey":
      return [missingKey(file, path)]
    case "UnexpectedKey":
      return [unknownKey(file, path, issue.ast)]
    case "Filter":
      // A check of a nested item points to it; a check of this one is a leaf.
      return issue.issue._tag === "Pointer"
        ? issueFindings(file, issue.issue, path)
        : [wrongType(file, path, expectedBy(issue.filter.annotations) ?? messageOf(issue))]
    case "AnyOf":
    case "OneOf":
    case "InvalidType":
      return [wrongType(file, path, expectedBy(issue.ast.annotations) ?? expectedIn(messageOf(issue)))]
    case "InvalidValue":
    case "Forbidden":
      return [wrongType(file, path, messageOf(issue))]
  }
}

const toKey = (key: PropertyKey): string | number => (typeof key === "number" ? key : String(key))

const messageOf = SchemaIssue.makeFormatterDefault()

const expectedBy = (annotations: { readonly [key: string]: unknown } | undefined): string | undefined =>
  typeof annotations?.["expected"] === "string" ? annotations["expected"] : undefined

const expectedIn = (message: string): string => message.replace(/^Expected /, "").replace(/, (?:got|actual) .*$/s, "")

const missingKey = (file: string, path: Path): Finding => {
  const key = String(path.at(-1))
  return {
    rule: "source/missing-key",
    level: "error",
    message: `The key "${key}" is missing`,
    help: `Add ${key}: here.`,
    at: { file, path: path.slice(0, -1) }
  }
}

const unknownKey = (file: string, path: Path, ast: SchemaAST.AST): Finding => {
  const key = String(path.at(-1))
  const known = SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  const expected = expectedKey(ast)
  return {
    rule: "source/unknown-key",
    level: "error",
    message: `The key "${key}" is not known here`,
    help:
      didYouMean(key, known) ?? (known.length > 0 ? `Known keys: ${known.join(", ")}.` : (expected ?? "Remove it.")),
    at: { file, path, key: true }
  }
}

/** Where keys are free but have a form, what that form is. */
const expectedKey = (ast: SchemaAST.AST): string | undefined => {
  if (!SchemaAST.isObjects(ast)) return undefined
  const checks = ast.indexSignatures.flatMap(({ parameter }) => parameter.checks ?? [])
  const expected = checks.map(({ annotations }) => expectedBy(annotations)).find((text) => text !== undefined)
  return expected === undefined ? undefined : `The key must be ${expected}.`
}

const wrongType = (file: string, path: Path, expected: string): Finding => {
  const key = path.findLast((part) => typeof part === "string")
  const here = key === undefined ? file : `"${key}"`
  return {
    rule: "source/wrong-type",
    level: "error",
    message: expected.startsWith('"') ? expected : `${here} must be ${expected}`,
    at: { file, path }
  }
}
