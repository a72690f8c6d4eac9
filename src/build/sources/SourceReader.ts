import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { fileName } from "../../domain/checks/source/FileName.ts"
import { syntax } from "../../domain/checks/source/Syntax.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, renameFile, inSource } from "../../domain/Finding.ts"
import { makePlainDecoder } from "../../domain/PlainDecoder.ts"
import { ReleaseSummary } from "../../domain/release/ReleaseSummary.ts"
import type { ListedWaiver } from "../../domain/release/Waiver.ts"
import { dimensionRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { isDeviceName } from "../../domain/taxonomy/Names.ts"
import { normalizeValues } from "../../domain/taxonomy/Normalize.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import {
  findDuplicateCodes,
  findDuplicateWaivers,
  reportDuplicateEntries,
  joinBareValues,
  joinDuplicateKeys,
  joinMisnamedKeys,
  findReplacementProblems
} from "../diagnostics/KeyDiagnostics.ts"
import { schemaFindings } from "../diagnostics/SchemaDiagnostics.ts"
import { indexLines } from "../diagnostics/SourceLocation.ts"
import { readPlainYaml } from "../yaml/PlainYaml.ts"
import { repairSyntax } from "../yaml/RepairSyntax.ts"
import { plainContent, sourceValues } from "../yaml/YamlNodes.ts"
import { inspectYaml } from "../yaml/YamlSource.ts"
import {
  DimensionSource,
  LicenseSource,
  listWaivers,
  RuleSource,
  TaxonomySource,
  WaiversSource
} from "./SourceSchemas.ts"
import { linkFinding, decodeSource, splitNotes } from "./SourceText.ts"
import { isNotes, type SourceEntry } from "./SourceTree.ts"

/** The content of one file, which depends on the file alone. */
export type SourceContent =
  | { readonly kind: "taxonomy"; readonly content: typeof TaxonomySource.Type }
  | { readonly kind: "waivers"; readonly content: ReadonlyArray<ListedWaiver> }
  | { readonly kind: "dimension"; readonly content: DimensionSource }
  | { readonly kind: "license"; readonly content: typeof LicenseSource.Type }
  | { readonly kind: "rule"; readonly content: typeof RuleSource.Type }
  | { readonly kind: "notes"; readonly content: ReleaseSummary; readonly version: Version }

export type ReadSource = (entry: SourceEntry) => Result.Result<SourceContent, Findings>

/** Reads a file: decodes text, YAML and schema, and checks its name. */
export const readSource: ReadSource = (entry) => {
  const kind = kinds.find(({ pattern }) => pattern.test(entry.path))
  if (kind === undefined && !(isNotes(entry.path) && entry._tag !== "Link"))
    return Result.fail([entry._tag === "Link" ? linkFinding(entry.path) : unexpectedFile(entry)])
  const text = decodeSource(entry)
  if (Result.isFailure(text)) return Result.fail([text.failure])
  if (kind === undefined) return readNotes(entry.path, text.success)
  const plain = readPlainYaml(text.success)
  const content = plain === undefined ? undefined : kind.read(entry.path, plain, () => [])
  return content !== undefined && Result.isSuccess(content)
    ? content
    : readWithLocations(kind, entry.path, text.success)
}

/** Reads the notes of a release: Markdown, with a map of facts between lines of `---` before it if there are any. */
const readNotes = (file: string, text: string): Result.Result<SourceContent, Findings> => {
  const version = file.slice("notes/".length, -".md".length)
  if (!Schema.is(Version)(version)) {
    const [, major = "1", minor = "0", patch = "0"] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
    const suggestion = `notes/${major}.${minor}.${patch}.md`
    const facts = { problem: "unexpected", file, rename_to: null, suggestion } as const
    return Result.fail([makeFinding(fileName, facts, { location: inSource(file, {}) })])
  }
  const refuse = (problem: "unclosed-front-matter" | "empty-file" | "missing-summary") =>
    Result.fail([makeFinding(syntax, { problem }, { location: inSource(file, { line: 1 }) })])
  const notes = splitNotes(text)
  if (notes === undefined) return refuse("unclosed-front-matter")
  const { front, summary } = notes
  if (summary === "") return refuse(front === "" ? "empty-file" : "missing-summary")
  const control = text.search(/[^\P{Cc}\n\t]/u)
  if (control !== -1) {
    const expected = { type: "described", description: "text without control characters" } as const
    const facts = { problem: "unexpected", subject: "entry", name: "notes", expected } as const
    const hint = "Remove the character, often one that came along when the text was pasted."
    return Result.fail([
      makeFinding(wrongType, { ...facts, hint }, { location: inSource(file, { span: [control, control + 1] }) })
    ])
  }
  const read = reader(
    ReleaseFacts,
    (content) => ({ kind: "notes", content: { summary, ...content }, version }),
    () => []
  )
  const kind: Kind = { pattern: /^notes\//, read: (path, content, explain) => read(path, content ?? {}, explain) }
  return front === "" ? kind.read(file, {}, () => []) : readWithLocations(kind, file, front)
}

/** What can stand before the text of notes. */
const ReleaseFacts = Schema.Struct(Struct.omit(ReleaseSummary.fields, ["summary"]))

/** Reads a file with the YAML parser, which takes thirty times as long, and alone knows where a mistake is. */
const readWithLocations = (kind: Kind, file: string, text: string): Result.Result<SourceContent, Findings> => {
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(text)) {
    return Result.fail([makeFinding(syntax, { problem: "web-page" }, { location: inSource(file, { line: 1 }) })])
  }
  if (text.trim() === "") {
    return Result.fail([makeFinding(syntax, { problem: "empty-file" }, { location: inSource(file, { line: 1 }) })])
  }
  const inspection = inspectYaml(file, text)
  const { document, errorAt, findings } = inspection
  if (document === undefined || findings.length > 0) {
    const explained =
      errorAt === undefined ? findings : repairSyntax(file, text, inspection, (next) => inspectYaml(file, next))
    return Result.fail(joinDuplicateKeys(file, text, explained))
  }
  const content = plainContent(document)
  const source = kind.read(file, content, ({ issue }) => {
    const values = sourceValues(document, indexLines(text))
    const problems = joinBareValues(values, joinMisnamedKeys(schemaFindings(file, issue, values)))
    return reportDuplicateEntries(document, text, problems)
  })
  if (Result.isSuccess(source)) return source
  const misplaced = intendedPlace(file, content)
  return misplaced === undefined || kind.pattern.test(misplaced.path)
    ? source
    : Result.fail([
        makeFinding(
          fileName,
          { problem: "misplaced", kind: misplaced.kind, move_to: misplaced.path },
          { location: inSource(file, {}), fix: [renameFile(file, misplaced.path)] }
        )
      ])
}

/** The kind of source whose schema accepts a content, and where a file of this name belongs then. */
const intendedPlace = (file: string, content: unknown) => {
  const places = [
    { kind: "dimension", folder: "dimensions", key: "name" },
    { kind: "license", folder: "licenses", key: "code" },
    { kind: "conflict rule", folder: "rules", key: "id" }
  ]
  const place = places.find(({ folder, key }) => {
    const path = Predicate.isObject(content) && typeof content[key] === "string" ? `${folder}/${content[key]}.yaml` : ""
    const reader = kinds.find(({ pattern }) => pattern.test(path))
    return reader !== undefined && Result.isSuccess(reader.read(path, content, () => []))
  })
  return place && { kind: place.kind, path: withYaml(`${place.folder}/${file.slice(file.lastIndexOf("/") + 1)}`) }
}

const withYaml = (file: string): string => file.replace(/(?:\.ya?ml)+$/i, ".yaml")

type Findings = ReadonlyArray<Finding>

interface Kind {
  readonly pattern: RegExp
  readonly read: (
    file: string,
    content: unknown,
    explain: (error: Schema.SchemaError) => Findings
  ) => Result.Result<SourceContent, Findings>
}

const reader = <A>(
  schema: Schema.Codec<A, unknown>,
  contentOf: (decoded: A) => SourceContent,
  check: (decoded: A, file: string) => Findings
): Kind["read"] => {
  const decode = makeSourceDecoder(schema)
  return (file, content, explain) => {
    const decoded = decode(content)
    if (Result.isFailure(decoded)) return Result.fail(explain(decoded.failure))
    const findings = check(decoded.success, file)
    return findings.length > 0 ? Result.fail(findings) : Result.succeed(contentOf(decoded.success))
  }
}

/** Makes a decoder that finds every problem. Few files have any, or anything to transform. */
export const makeSourceDecoder = <A>(
  schema: Schema.Codec<A, unknown>
): ((content: unknown) => Result.Result<A, Schema.SchemaError>) => {
  const decodePlain = makePlainDecoder(schema)
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return (content) => {
    const plain = decodePlain(content)
    return plain === undefined ? decode(content) : Result.succeed(plain)
  }
}

/** The kinds of source files. */
const kinds: ReadonlyArray<Kind> = [
  {
    pattern: /^taxonomy\.yaml$/,
    read: reader(
      TaxonomySource,
      (content) => ({ kind: "taxonomy", content }),
      () => []
    )
  },
  {
    pattern: /^waivers\.yaml$/,
    read: reader(
      WaiversSource,
      (entries) => ({ kind: "waivers", content: listWaivers(entries) }),
      (entries) => findDuplicateWaivers(listWaivers(entries))
    )
  },
  {
    pattern: /^dimensions\/[^/]+\.yaml$/,
    read: reader(
      DimensionSource,
      ({ values, ...dimension }) => ({
        kind: "dimension",
        content: values === undefined ? dimension : { ...dimension, values: normalizeValues(values) }
      }),
      ({ deprecated, name, values }, file) => [
        ...nameFindings(file, "name", name),
        ...findReplacementProblems(file, dimensionRef(name), deprecated),
        ...valueFindings(file, name, values ?? [])
      ]
    )
  },
  {
    pattern: /^licenses\/[^/]+\.yaml$/,
    read: reader(
      LicenseSource,
      (content) => ({ kind: "license", content }),
      ({ code, deprecated }, file) => [
        ...nameFindings(file, "code", code),
        ...findReplacementProblems(file, licenseRef(code), deprecated)
      ]
    )
  },
  {
    pattern: /^rules\/[^/]+\.yaml$/,
    read: reader(
      RuleSource,
      (content) => ({ kind: "rule", content }),
      ({ id }, file) => nameFindings(file, "id", id)
    )
  }
]

const nameFindings = (file: string, key: string, name: string): Findings => {
  const file_name = file.slice(file.indexOf("/") + 1, -".yaml".length)
  const where = { location: inSource(file, { path: [key] }) }
  return [
    // Either of the two names may be the mistake.
    ...(name === file_name ? [] : [makeFinding(fileName, { problem: "mismatch", file_name, key, name }, where)]),
    ...(isDeviceName(name) ? [makeFinding(fileName, { problem: "reserved", key, name }, where)] : [])
  ]
}

const valueFindings = (file: string, dimension: string, values: ReadonlyArray<Value>): Findings => [
  ...findDuplicateCodes(
    values.map(({ code }) => code),
    (_, index) => inSource(file, { path: ["values", index, "code"] })
  ),
  ...values.flatMap(({ code, deprecated }, index) =>
    // Few of the values are deprecated, and there may be many.
    deprecated === undefined
      ? []
      : findReplacementProblems(file, valueRef(dimension, code), deprecated, ["values", index])
  )
]

const unexpectedFile = (entry: SourceEntry): Finding => {
  const file = entry.path
  const renamed = withYaml(file)
  const isRenamable = renamed !== file && kinds.some(({ pattern }) => pattern.test(renamed))
  const [folder = "", ...rest] = file.split("/")
  const folderSuggestion = rest.length === 1 ? nearest(folder, ["dimensions", "licenses", "rules"]) : undefined
  const fileSuggestion = rest.length === 0 ? nearest(renamed, ["taxonomy.yaml", "waivers.yaml"]) : undefined
  const suggestion = folderSuggestion ?? fileSuggestion ?? null
  const rename_to = isRenamable ? renamed : (intendedPlace(file, contentOf(entry))?.path ?? null)
  return makeFinding(
    fileName,
    { problem: "unexpected", file, rename_to, suggestion },
    // A file in another folder may be there to be left out.
    { location: inSource(file, {}), fix: isRenamable ? [renameFile(file, renamed)] : [] }
  )
}

/** The content of a file that is valid YAML. */
const contentOf = (entry: SourceEntry): unknown => {
  const text = Result.getOrUndefined(decodeSource(entry))
  const document = text === undefined ? undefined : inspectYaml(entry.path, text).document
  return document === undefined ? undefined : plainContent(document)
}
