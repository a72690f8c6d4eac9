import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { byCodeUnits, caseless, isDeviceName } from "../domain/Code.ts"
import type { Waiver } from "../domain/Event.ts"
import { pointTo, type Finding } from "../domain/Finding.ts"
import { didYouMean } from "../domain/NearMatch.ts"
import { normalize, type Dimension, type Taxonomy, type Value } from "../domain/Taxonomy.ts"
import type { Version } from "../domain/Version.ts"
import { issueFindings } from "./IssueFindings.ts"
import {
  DimensionSource,
  LicenseSource,
  RuleSource,
  TaxonomySource,
  WaiversSource,
  type DimensionSource as DimensionSourceType
} from "./SourceSchemas.ts"
import { linkFinding, sourceText } from "./SourceText.ts"
import { isSource, type SourceEntry, type SourceTree } from "./SourceTree.ts"
import { valueLists, withOwnValues } from "./Territories.ts"
import { parseYaml, scalarIn, type YamlSource } from "./YamlSource.ts"

/** What the sources say. */
export interface Sources {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<Waiver>
}

/** Reads a tree of sources. Fails with every `source/…` finding, file by file in the order of their paths. */
export const compile = (tree: SourceTree): Result.Result<Sources, ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  const collected: Collected = { dimensions: [], licenses: [], rules: [], waivers: [] }
  const entries = tree.filter(({ _tag, path }) => isSource(path) || _tag === "Link")
  for (const entry of entries.toSorted((left, right) => byCodeUnits(left.path, right.path))) {
    findings.push(...readEntry(entry, collected))
  }
  findings.push(...caselessDuplicates(collected))
  const { dimensions, header, licenses, rules, waivers } = collected
  if (header === undefined) {
    if (!entries.some(({ path }) => path === "taxonomy.yaml")) findings.unshift(noTaxonomy(entries.length))
    return Result.fail(findings)
  }
  if (findings.length > 0) return Result.fail(findings)
  const { description, namespace, title, version } = header
  const taxonomy = normalize({ namespace, title, description, dimensions, licenses, rules })
  return Result.succeed({ version, taxonomy, waivers })
}

interface Collected {
  header?: typeof TaxonomySource.Type
  readonly dimensions: Array<Dimension>
  readonly licenses: Array<Taxonomy["licenses"][number]>
  readonly rules: Array<Taxonomy["rules"][number]>
  readonly waivers: Array<Waiver>
}

type Findings = ReadonlyArray<Finding>

const readEntry = (entry: SourceEntry, collected: Collected): Findings => {
  const kind = kinds.find(({ pattern }) => pattern.test(entry.path))
  if (kind === undefined) return [entry._tag === "Link" ? linkFinding(entry.path) : outOfPlace(entry.path)]
  const text = sourceText(entry)
  if (Result.isFailure(text)) return [text.failure]
  const document = parseYaml(entry.path, text.success)
  if (Result.isFailure(document)) return document.failure
  return kind.read(entry.path, document.success, collected)
}

interface Kind {
  readonly pattern: RegExp
  readonly read: (file: string, document: YamlSource, collected: Collected) => Findings
}

/** Decodes a file's content, checks its name, and puts what it holds where it belongs. */
const reader =
  <A>(
    decode: (content: unknown) => Result.Result<A, Schema.SchemaError>,
    collect: (decoded: A, collected: Collected, file: string) => Findings
  ): Kind["read"] =>
  (file, document, collected) => {
    const decoded = decode(document.toJS())
    return Result.isFailure(decoded)
      ? issueFindings(file, decoded.failure.issue, scalarIn(document))
      : collect(decoded.success, collected, file)
  }

const strict = { errors: "all", onExcessProperty: "error" } as const

/** The files that a taxonomy is made of; a new kind of file is one entry more. */
const kinds: ReadonlyArray<Kind> = [
  {
    pattern: /^taxonomy\.yaml$/,
    read: reader(Schema.decodeUnknownResult(TaxonomySource, strict), (header, collected) => {
      collected.header = header
      return []
    })
  },
  {
    pattern: /^waivers\.yaml$/,
    read: reader(Schema.decodeUnknownResult(WaiversSource, strict), (waivers, collected) => {
      collected.waivers.push(...waivers)
      return []
    })
  },
  {
    pattern: /^dimensions\/[^/]+\.yaml$/,
    read: reader(Schema.decodeUnknownResult(DimensionSource, strict), (source, { dimensions }, file) => {
      const dimension = expandValues(source)
      dimensions.push(dimension)
      return [...nameFindings(file, "name", source.name), ...valueFindings(file, source.values ?? [])]
    })
  },
  {
    pattern: /^licenses\/[^/]+\.yaml$/,
    read: reader(Schema.decodeUnknownResult(LicenseSource, strict), (license, { licenses }, file) => {
      licenses.push(license)
      return nameFindings(file, "code", license.code)
    })
  },
  {
    pattern: /^rules\/[^/]+\.yaml$/,
    read: reader(Schema.decodeUnknownResult(RuleSource, strict), (rule, { rules }, file) => {
      rules.push(rule)
      return nameFindings(file, "id", rule.id)
    })
  }
]

const expandValues = ({ values = [], values_from, ...dimension }: DimensionSourceType): Dimension => ({
  ...dimension,
  values: values_from === undefined ? values : withOwnValues(valueLists[values_from](), values)
})

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
  return values.flatMap(({ code }, index): Findings => {
    const other = seen.get(caseless(code))
    seen.set(caseless(code), code)
    return other === undefined ? [] : [duplicate(code, other, { file, path: ["values", index, "code"] })]
  })
}

const caselessDuplicates = ({ licenses }: Collected): Findings => {
  const seen = new Map<string, string>()
  return licenses.flatMap(({ code }): Findings => {
    const other = seen.get(caseless(code))
    seen.set(caseless(code), code)
    return other === undefined || other === code ? [] : [duplicate(code, other, pointTo.license(code, "code"))]
  })
}

const duplicate = (code: string, other: string, at: NonNullable<Finding["at"]>): Finding => ({
  rule: "source/duplicate",
  level: "error",
  message:
    code === other ? `The code "${code}" stands twice` : `The codes "${other}" and "${code}" differ only in case`,
  help: "Give one of the two another code.",
  at
})

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

const noTaxonomy = (count: number): Finding => ({
  rule: "source/missing-file",
  level: "error",
  message: count === 0 ? "There are no sources here" : "taxonomy.yaml is missing",
  help: "Add taxonomy.yaml with namespace, title, description and version.",
  at: { file: "taxonomy.yaml", path: [] }
})
