import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { caseless, isDeviceName } from "../../domain/taxonomy/Identifiers.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { duplicateCode } from "../diagnostics/DuplicateCode.ts"
import { repeatedReplacements, repeatedWaivers } from "../diagnostics/Repetitions.ts"
import { issueFindings } from "../diagnostics/SchemaDiagnostics.ts"
import { withSecondEntries } from "../diagnostics/SecondEntries.ts"
import { plainContent, parseYaml, writtenIn, type YamlSource } from "../yaml/YamlSource.ts"
import { DimensionSource, LicenseSource, RuleSource, TaxonomySource, WaiversSource } from "./SourceSchemas.ts"
import { linkFinding, sourceText } from "./SourceText.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** What one file holds. It depends on the file alone, and is plain JSON. */
export type SourceContent =
  | { readonly kind: "taxonomy"; readonly content: typeof TaxonomySource.Type }
  | { readonly kind: "waivers"; readonly content: typeof WaiversSource.Type }
  | { readonly kind: "dimension"; readonly content: DimensionSource }
  | { readonly kind: "license"; readonly content: typeof LicenseSource.Type }
  | { readonly kind: "rule"; readonly content: typeof RuleSource.Type }

export type ReadSource = (entry: SourceEntry) => Result.Result<SourceContent, Findings>

/** Reads a file: text, YAML, schema, and the name that it must have. */
export const readSource: ReadSource = (entry) => {
  const kind = kinds.find(({ pattern }) => pattern.test(entry.path))
  if (kind === undefined) return Result.fail([entry._tag === "Link" ? linkFinding(entry.path) : outOfPlace(entry.path)])
  const text = sourceText(entry)
  if (Result.isFailure(text)) return Result.fail([text.failure])
  const document = parseYaml(entry.path, text.success)
  return Result.isFailure(document)
    ? Result.fail(document.failure)
    : kind.read(entry.path, document.success, text.success)
}

type Findings = ReadonlyArray<Finding>

interface Kind {
  readonly pattern: RegExp
  readonly read: (file: string, document: YamlSource, text: string) => Result.Result<SourceContent, Findings>
}

const reader =
  <A>(
    decode: (content: unknown) => Result.Result<A, Schema.SchemaError>,
    contentOf: (decoded: A) => SourceContent,
    check: (decoded: A, file: string) => Findings
  ): Kind["read"] =>
  (file, document, text) => {
    const decoded = decode(plainContent(document))
    if (Result.isFailure(decoded)) {
      const findings = issueFindings(file, decoded.failure.issue, writtenIn(document))
      return Result.fail(withSecondEntries(document, text, findings))
    }
    const findings = check(decoded.success, file)
    return findings.length > 0 ? Result.fail(findings) : Result.succeed(contentOf(decoded.success))
  }

const strict = { errors: "all", onExcessProperty: "error" } as const

/** The files that a taxonomy is made of; a new kind of file is one entry more. */
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
      (waivers, file) => repeatedWaivers(file, waivers)
    )
  },
  {
    pattern: /^dimensions\/[^/]+\.yaml$/,
    read: reader(
      Schema.decodeUnknownResult(DimensionSource, strict),
      (content) => ({ kind: "dimension", content }),
      ({ deprecated, name, values }, file) => [
        ...nameFindings(file, "name", name),
        ...repeatedReplacements(file, deprecated),
        ...valueFindings(file, values ?? [])
      ]
    )
  },
  {
    pattern: /^licenses\/[^/]+\.yaml$/,
    read: reader(
      Schema.decodeUnknownResult(LicenseSource, strict),
      (content) => ({ kind: "license", content }),
      ({ code, deprecated }, file) => [...nameFindings(file, "code", code), ...repeatedReplacements(file, deprecated)]
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
  const base = file.slice(file.indexOf("/") + 1, -".yaml".length)
  const findings: Array<Finding> = []
  if (name !== base) {
    findings.push({
      rule: "source/file-name",
      level: "error",
      message: `The file is called ${base}.yaml, but its ${key} is "${name}"`,
      help: `Rename the file to ${name}.yaml, or write ${key}: ${base}.`,
      at: { file, path: [key] }
    })
  }
  if (isDeviceName(name)) {
    findings.push({
      rule: "source/file-name",
      level: "error",
      message: `"${name}" is a name that Windows reserves for a device, so it cannot be a file's name there`,
      help: `Choose another ${key}, such as ${name}_.`,
      at: { file, path: [key] }
    })
  }
  return findings
}

const valueFindings = (file: string, values: ReadonlyArray<Value>): Findings => {
  const seen = new Map<string, string>()
  return values.flatMap(({ code, deprecated }, index): Findings => {
    const other = seen.get(caseless(code))
    seen.set(caseless(code), code)
    const again = other === undefined ? [] : [duplicateCode(code, other, { file, path: ["values", index, "code"] })]
    return [...again, ...repeatedReplacements(file, deprecated, ["values", index])]
  })
}

const outOfPlace = (file: string): Finding => {
  const renamed = file.replace(/\.ya?ml$/i, ".yaml")
  const [folder = "", ...rest] = file.split("/")
  const near = rest.length === 1 ? didYouMean(folder, ["dimensions", "licenses", "rules"]) : undefined
  const whole = rest.length === 0 ? didYouMean(renamed, ["taxonomy.yaml", "waivers.yaml"]) : undefined
  return {
    rule: "source/file-name",
    level: "error",
    message: `${file} is none of the files that a taxonomy is made of`,
    help:
      renamed !== file && kinds.some(({ pattern }) => pattern.test(renamed))
        ? `Rename it to ${renamed}.`
        : (near ?? whole ?? "Move it to dimensions/, licenses/ or rules/, or out of the source folder."),
    at: { file, path: [] }
  }
}
