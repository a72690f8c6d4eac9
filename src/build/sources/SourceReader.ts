import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fileName } from "../../domain/checks/source/FileName.ts"
import { makeFinding, type Finding } from "../../domain/diagnostic/Finding.ts"
import { inSource } from "../../domain/diagnostic/Location.ts"
import { isDeviceName } from "../../domain/taxonomy/Identifiers.ts"
import { dimensionRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { normalizeValues } from "../../domain/taxonomy/Normalize.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import {
  findDuplicateCodes,
  findDuplicateWaivers,
  reportDuplicateEntries
} from "../diagnostics/DuplicateDiagnostics.ts"
import { findReplacementProblems } from "../diagnostics/ReplacementDiagnostics.ts"
import { schemaFindings } from "../diagnostics/SchemaDiagnostics.ts"
import { readPlainYaml } from "../yaml/PlainYaml.ts"
import { plainContent, sourceValues } from "../yaml/YamlContent.ts"
import { parseYaml } from "../yaml/YamlSource.ts"
import { decodeDimension } from "./DimensionDecoder.ts"
import { type DimensionSource, LicenseSource, RuleSource, TaxonomySource, WaiversSource } from "./SourceSchemas.ts"
import { linkFinding, decodeSource } from "./SourceText.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** The content of one file: plain JSON that depends on the file alone, so that it can be cached. */
export type SourceContent =
  | { readonly kind: "taxonomy"; readonly content: typeof TaxonomySource.Type }
  | { readonly kind: "waivers"; readonly content: typeof WaiversSource.Type }
  | { readonly kind: "dimension"; readonly content: DimensionSource }
  | { readonly kind: "license"; readonly content: typeof LicenseSource.Type }
  | { readonly kind: "rule"; readonly content: typeof RuleSource.Type }

export type ReadSource = (entry: SourceEntry) => Result.Result<SourceContent, Findings>

/** Reads a file: decodes text, YAML and schema, and checks its name. */
export const readSource: ReadSource = (entry) => {
  const kind = kinds.find(({ pattern }) => pattern.test(entry.path))
  if (kind === undefined)
    return Result.fail([entry._tag === "Link" ? linkFinding(entry.path) : unexpectedFile(entry.path)])
  const text = decodeSource(entry)
  if (Result.isFailure(text)) return Result.fail([text.failure])
  const plain = readPlainYaml(text.success)
  const content = plain === undefined ? undefined : kind.read(entry.path, plain, () => [])
  return content !== undefined && Result.isSuccess(content)
    ? content
    : readWithLocations(kind, entry.path, text.success)
}

/** Reads a file with the YAML parser, which takes thirty times as long, and alone knows where a mistake is. */
const readWithLocations = (kind: Kind, file: string, text: string): Result.Result<SourceContent, Findings> =>
  Result.flatMap(parseYaml(file, text), (document) =>
    kind.read(file, plainContent(document), ({ issue }) =>
      reportDuplicateEntries(document, text, schemaFindings(file, issue, sourceValues(document)))
    )
  )

type Findings = ReadonlyArray<Finding>

interface Kind {
  readonly pattern: RegExp
  readonly read: (
    file: string,
    content: unknown,
    explain: (error: Schema.SchemaError) => Findings
  ) => Result.Result<SourceContent, Findings>
}

const reader =
  <A>(
    decode: (content: unknown) => Result.Result<A, Schema.SchemaError>,
    contentOf: (decoded: A) => SourceContent,
    check: (decoded: A, file: string) => Findings
  ): Kind["read"] =>
  (file, content, explain) => {
    const decoded = decode(content)
    if (Result.isFailure(decoded)) return Result.fail(explain(decoded.failure))
    const findings = check(decoded.success, file)
    return findings.length > 0 ? Result.fail(findings) : Result.succeed(contentOf(decoded.success))
  }

const strict = { errors: "all", onExcessProperty: "error" } as const

/** The kinds of source files. */
const kinds: ReadonlyArray<Kind> = [
  {
    pattern: /^taxonomy\.yaml$/,
    read: reader(
      Schema.decodeUnknownResult(TaxonomySource, strict),
      (content) => ({ kind: "taxonomy", content }),
      () => []
    )
  },
  {
    pattern: /^waivers\.yaml$/,
    read: reader(
      Schema.decodeUnknownResult(WaiversSource, strict),
      (content) => ({ kind: "waivers", content }),
      findDuplicateWaivers
    )
  },
  {
    pattern: /^dimensions\/[^/]+\.yaml$/,
    read: reader(
      decodeDimension,
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
      Schema.decodeUnknownResult(LicenseSource, strict),
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
      Schema.decodeUnknownResult(RuleSource, strict),
      (content) => ({ kind: "rule", content }),
      ({ id }, file) => nameFindings(file, "id", id)
    )
  }
]

const nameFindings = (file: string, key: string, name: string): Findings => {
  const file_name = file.slice(file.indexOf("/") + 1, -".yaml".length)
  const where = { location: inSource(file, { path: [key] }) }
  return [
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

const unexpectedFile = (file: string): Finding => {
  const renamed = file.replace(/\.ya?ml$/i, ".yaml")
  const isRenamable = renamed !== file && kinds.some(({ pattern }) => pattern.test(renamed))
  const [folder = "", ...rest] = file.split("/")
  const folderSuggestion = rest.length === 1 ? nearest(folder, ["dimensions", "licenses", "rules"]) : undefined
  const fileSuggestion = rest.length === 0 ? nearest(renamed, ["taxonomy.yaml", "waivers.yaml"]) : undefined
  return makeFinding(
    fileName,
    {
      problem: "unexpected",
      file,
      rename_to: isRenamable ? renamed : null,
      suggestion: folderSuggestion ?? fileSuggestion ?? null
    },
    { location: inSource(file, {}) }
  )
}
