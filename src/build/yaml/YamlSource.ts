import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Document, YAMLError } from "yaml"
import { syntax } from "../../domain/checks/source/Syntax.ts"
import { makeFinding, type Finding, replaceSpan, inSource, type Span } from "../../domain/Finding.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare, majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { parseDocument } from "./ParseDocument.ts"
import { diagnoseSyntax, type SyntaxDiagnostic } from "./SyntaxDiagnostics.ts"
import { findCutTexts, findUnsupportedFeatures } from "./UnsupportedFeatures.ts"
import { findDuplicateKeys, findInvalidKeys } from "./YamlKeys.ts"

/** A source as YAML 1.2, with the positions of its nodes. */
export type YamlSource = Document.Parsed

/** Parses one YAML document that uses only scalars, lists and maps. */
export const parseYaml = (file: string, text: string): Result.Result<YamlSource, ReadonlyArray<Finding>> => {
  const { document, findings } = inspectYaml(file, text)
  return document === undefined || findings.length > 0 ? Result.fail(findings) : Result.succeed(document)
}

/** What the parser makes of a text. */
export interface YamlInspection {
  /** Missing if the parser found an error, so that nobody can say what the rest means. */
  readonly document?: YamlSource
  /** Where the parser stopped. */
  readonly errorAt?: number
  readonly findings: ReadonlyArray<Finding>
}

export const inspectYaml = (file: string, text: string): YamlInspection => {
  const syntaxFinding = ({ problem, span }: SyntaxDiagnostic): Finding =>
    makeFinding(syntax, problem, { location: inSource(file, { span }) })
  try {
    const document = parseDocument(text)
    const [error] = [...document.errors, ...document.warnings]
    if (error === undefined) {
      const findings = [
        ...findInvalidKeys(file, document, text),
        ...[...findUnsupportedFeatures(text, document), ...findCutTexts(text, document)].map(syntaxFinding)
      ]
      return { document, findings }
    }
    const conflict = findMergeConflict(file, text)
    if (conflict !== undefined) return { findings: [conflict] }
    // What comes after an error is mostly its consequence.
    const duplicates = findDuplicateKeys(file, document, error.pos[0])
    return { errorAt: error.pos[0], findings: [...duplicates, syntaxFinding(diagnoseError(text, document, error))] }
  } catch (error) {
    // The parser recurses into the nesting, which can exhaust the stack.
    const problem = error instanceof RangeError ? "nested-too-deeply" : "unreadable"
    return { findings: [syntaxFinding({ problem: { problem }, span: [0, 0] })] }
  }
}

/** The markers of git. In a file that cannot be parsed, nothing else starts a line like that. */
const findMergeConflict = (file: string, text: string): Finding | undefined => {
  const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$).*/m.exec(text)
  if (marker === null) return undefined
  const location = inSource(file, { span: [marker.index, marker.index + marker[0].trimEnd().length] })
  const [whole = "", ours = "", theirs = ""] = versionConflict.exec(text.slice(marker.index)) ?? []
  if (!isVersion(ours) || !isVersion(theirs) || /^[<>]{7}/m.test(text.slice(marker.index + whole.length)))
    return makeFinding(syntax, { problem: "unresolved-merge" }, { location })
  const version = compare(ours, theirs) < 0 ? theirs : ours
  const end = marker.index + whole.length
  // Which major comes next is for a person to decide.
  const fix = majorOf(ours) === majorOf(theirs) ? [replaceSpan(file, [marker.index, end], `version: ${version}\n`)] : []
  return makeFinding(syntax, { problem: "version-conflict", version }, { location, fix })
}

const isVersion = Schema.is(Version)

/** Both sides of a conflict, with or without their common ancestor, are a version and nothing else. */
const versionConflict =
  /^<{7}[^\n]*\nversion: *(\d+\.\d+\.\d+) *\n(?:\|{7}[^\n]*\nversion:[^\n#]*\n)?={7}\nversion: *(\d+\.\d+\.\d+) *\n>{7}[^\n]*(?:\n|$)/

const diagnoseError = (text: string, document: YamlSource, error: YAMLError): SyntaxDiagnostic =>
  diagnoseSyntax(text, document, error, wordAt(text, error.pos))

/** The parser marks where a word begins; editors look for the whole word. */
const wordAt = (text: string, [start, end]: Span): Span => {
  const [word = ""] = /^[\w.-]+/.exec(text.slice(start, start + 100)) ?? []
  return [start, Math.max(end, start + word.length)]
}
