import * as SchemaAST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"

/** What a reader of sources found at a path, before it has a place in a file. */
type Path = Pointer["path"]

/** What stands at a path. */
export interface Written {
  /** If it is a scalar: as it was written, and as YAML reads it. */
  readonly scalarAt: (path: Path) => { readonly written: string; readonly value: unknown } | undefined
  /** The keys, if it is a map. */
  readonly keysAt: (path: Path) => ReadonlyArray<string>
}

/** Every leaf of a schema's complaint as a finding, with the path to its place. */
export const issueFindings = (
  file: string,
  issue: Issue,
  written: Written,
  path: Path = []
): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return issueFindings(file, issue.issue, written, [...path, ...issue.path.map(toKey)])
    case "Composite":
      return issue.issues.flatMap((inner) => issueFindings(file, inner, written, path))
    case "Encoding":
      return issueFindings(file, issue.issue, written, path)
    case "MissingKey":
      return [missingKey(file, path)]
    case "UnexpectedKey":
      return [unknownKey(file, path, issue.ast)]
    case "Filter":
      // A check of a nested item points to it; a check of this one is a leaf.
      return issue.issue._tag === "Pointer"
        ? issueFindings(file, issue.issue, written, path)
        : [
            wrongType(
              file,
              path,
              written.scalarAt(path),
              expectedBy(issue.filter.annotations) ?? messageOf(issue),
              hintBy(issue.filter.annotations)?.help
            )
          ]
    case "AnyOf": {
      const meant = formMeant(issue, written, path)
      return meant === undefined ? [wrongForm(file, path, written, issue)] : issueFindings(file, meant, written, path)
    }
    case "OneOf":
    case "InvalidType":
      return [wrongForm(file, path, written, issue)]
    case "InvalidValue":
    case "Forbidden":
      return [wrongType(file, path, written.scalarAt(path), messageOf(issue))]
  }
}

type FormIssue = Extract<Issue, { readonly _tag: "AnyOf" | "OneOf" | "InvalidType" }>

const wrongForm = (file: string, path: Path, written: Written, issue: FormIssue): Finding => ({
  ...wrongType(file, path, written.scalarAt(path), expectedBy(issue.ast.annotations) ?? expectedIn(messageOf(issue))),
  ...(nearKey(issue.ast, written.keysAt(path)) ?? hintBy(issue.ast.annotations) ?? keysToWrite(issue.ast))
})

/** Where something may have one of several forms, what is wrong with the one that was plainly begun. */
const formMeant = ({ ast, issues }: SchemaIssue.AnyOf, written: Written, path: Path): Issue | undefined => {
  const keys = written.keysAt(path)
  const forms = issues.flatMap((issue) => (issue._tag === "Composite" ? [{ issue, keys: keysOf(issue.ast) }] : []))
  const named = forms.filter((form) => form.keys.some((key) => keys.includes(key)))
  // The form that takes any key takes true and false alone. A key that is nearly one of another form is a slip.
  const saysTruth = keys.some((key) => truthOf(written.scalarAt([...path, key])?.written ?? "") !== undefined)
  const isFree = saysTruth && nearKey(ast, keys) === undefined
  const free = forms.filter((form) => form.keys.length === 0 && (isFree || !SchemaAST.isObjects(form.issue.ast)))
  const [meant, ...others] = named.length > 0 ? named : free
  return others.length === 0 ? meant?.issue : undefined
}

/** Which keys to write where a map must stand that must have some. */
const keysToWrite = (ast: SchemaAST.AST): { readonly help?: string } => {
  if (!SchemaAST.isObjects(ast)) return {}
  const needed = ast.propertySignatures
    .filter(({ type }) => !SchemaAST.isOptional(type))
    .map(({ name }) => String(name))
  return needed.length === 0 ? {} : { help: `Write its keys: ${needed.map((key) => `${key}: …`).join(", ")}.` }
}

const toKey = (key: PropertyKey): string | number => (typeof key === "number" ? key : String(key))

const messageOf = SchemaIssue.makeFormatterDefault()

const expectedBy = (annotations: { readonly [key: string]: unknown } | undefined): string | undefined =>
  typeof annotations?.["expected"] === "string" ? annotations["expected"] : undefined

const hintBy = (annotations: { readonly [key: string]: unknown } | undefined): { readonly help: string } | undefined =>
  typeof annotations?.["hint"] === "string" ? { help: annotations["hint"] } : undefined

/** Where a map may have one of several forms, a key of one of them that a key of it is near to. */
const nearKey = (ast: SchemaAST.AST, keys: ReadonlyArray<string>): { readonly help: string } | undefined => {
  const known = SchemaAST.isUnion(ast) ? ast.types.flatMap(keysOf) : []
  const unknown = keys.filter((key) => !known.includes(key))
  const help = unknown.map((key) => didYouMean(key, known)).find((hint) => hint !== undefined)
  return help === undefined ? undefined : { help }
}

const keysOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const expectedIn = (message: string): string => message.replace(/^Expected /, "").replace(/, (?:got|actual) .*$/s, "")

const missingKey = (file: string, path: Path): Finding => {
  const list = path.slice(0, -1)
  if (typeof path.at(-1) === "number") return wrongType(file, list, undefined, "a list with at least one entry")
  const key = String(path.at(-1))
  return {
    rule: "source/missing-key",
    level: "error",
    message: `The key "${key}" is missing`,
    help: `Add ${key}: here.`,
    at: { file, path: list }
  }
}

const unknownKey = (file: string, path: Path, ast: SchemaAST.AST): Finding => {
  const key = String(path.at(-1))
  const known = keysOf(ast)
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

const wrongType = (
  file: string,
  path: Path,
  scalar: ReturnType<Written["scalarAt"]>,
  expected: string,
  hint?: string
): Finding => {
  const key = path.findLast((part) => typeof part === "string")
  const here = key === undefined ? file : `${typeof path.at(-1) === "number" ? "An entry of " : ""}"${key}"`
  const wanted = plainWords[expected] ?? choices(expected) ?? expected
  const base = { rule: "source/wrong-type", level: "error", at: { file, path } } as const
  if (scalar !== undefined && expected === "string" && typeof scalar.value !== "string") {
    if (key === "version")
      return { ...base, message: `${here} must be text`, help: "Write three numbers, such as 1.1.0." }
    return scalar.written === ""
      ? { ...base, message: `${here} is empty`, help: `Write the text behind ${key ?? "the key"}:.` }
      : {
          ...base,
          message: `${here} must be text, but YAML reads ${scalar.written} as ${kindOf(scalar.value)}`,
          help: `Put it in quotes: "${scalar.written}".`
        }
  }
  const near =
    scalar === undefined
      ? undefined
      : (meantBy(scalar.written, expected) ?? listMeant(key, scalar.written, path, expected))
  const stated = sentence.test(expected) ? expected : `${here} must be ${wanted}`
  return {
    ...base,
    message: scalar?.value === "" ? `${here} is empty` : stated,
    help: near ?? hint ?? `Write ${wanted}.`
  }
}

const meantBy = (written: string, expected: string): string | undefined => {
  if (expected !== "boolean") return didYouMean(written, literalsIn(expected))
  const truth = truthOf(written)
  return truth === undefined ? undefined : `Write ${truth}: ${written} is a text like any other.`
}

/** The list to write for codes that were written without brackets, or without the commas between them. */
const listMeant = (key = "", written: string, path: Path, expected: string): string | undefined => {
  const codes = written.split(/[\s,]+/)
  const isEntry = typeof path.at(-1) === "number"
  const isList = expected === "array" || (isEntry && codes.length > 1)
  return isList && codes.length <= mostCodes && codes.every((code) => codeForm.test(code))
    ? `Write ${isEntry ? "" : `${key}: `}[${codes.join(", ")}].`
    : undefined
}

const codeForm = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
const mostCodes = 8

/** What people write for true and false, of which YAML reads two words only as such. */
const truthOf = (written: string): boolean | undefined => {
  if (/^(?:true|y|yes|on)$/i.test(written)) return true
  return /^(?:false|n|no|off)$/i.test(written) ? false : undefined
}

// A check that says all by itself names what it speaks of first, in quotes.
const sentence = /^"[^"|]+" is /

const plainWords: Partial<Record<string, string>> = {
  string: "text",
  object: "a map of keys and values",
  array: "a list",
  boolean: "true or false"
}

const literalsIn = (expected: string): ReadonlyArray<string> =>
  /^"[^"]*"(?: \| "[^"]*")*$/.test(expected) ? expected.split(" | ").map((literal) => literal.slice(1, -1)) : []

const choices = (expected: string): string | undefined => {
  const literals = literalsIn(expected)
  return literals.length === 0 ? undefined : `${literals.length === 1 ? "" : "one of "}${literals.join(", ")}`
}

/** What YAML read in place of a text, in words. */
export const kindOf = (value: unknown): string =>
  value === null ? "nothing (null)" : typeof value === "boolean" ? "true or false" : `a ${typeof value}`
