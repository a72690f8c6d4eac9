import * as Result from "effect/Result"
import { pointTo, type Finding } from "../domain/diagnostic/Finding.ts"
import type { Waiver } from "../domain/release/Waiver.ts"
import { byCodeUnits, caseless } from "../domain/taxonomy/Identifiers.ts"
import { normalize, type Dimension, type Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import type { Version } from "../domain/taxonomy/Version.ts"
import { duplicateCode } from "./diagnostics/DuplicateCode.ts"
import { readSource, type ReadSource, type SourceContent } from "./sources/SourceReader.ts"
import type { DimensionSource } from "./sources/SourceSchemas.ts"
import { isSource, type SourceTree } from "./sources/SourceTree.ts"
import { valueLists, withOwnValues } from "./ValueLists.ts"

/** What the sources say. */
export interface Sources {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<Waiver>
}

/** Reads a tree of sources. Fails with every `source/…` finding, file by file in the order of their paths. */
export const compile = (
  tree: SourceTree,
  read: ReadSource = readSource
): Result.Result<Sources, ReadonlyArray<Finding>> => {
  const entries = tree
    .filter(({ _tag, path }) => isSource(path) || _tag === "Link")
    .toSorted((left, right) => byCodeUnits(left.path, right.path))
  const files = entries.map(read)
  const contents = files.flatMap((file) => (Result.isSuccess(file) ? [file.success] : []))
  const licenses = contents.flatMap(licenseOf)
  const findings = [
    ...(entries.some(({ path }) => path === "taxonomy.yaml") ? [] : [noTaxonomy(entries.length)]),
    ...files.flatMap((file) => (Result.isFailure(file) ? file.failure : [])),
    ...caselessDuplicates(licenses),
    ...contents.flatMap(listDuplicates)
  ]
  const header = contents.find((file) => file.kind === "taxonomy")?.content
  if (header === undefined || findings.length > 0) return Result.fail(findings)
  const { description, namespace, title, version } = header
  const dimensions = contents.flatMap((file) => (file.kind === "dimension" ? [expandValues(file.content)] : []))
  const rules = contents.flatMap((file) => (file.kind === "rule" ? [file.content] : []))
  const waivers = contents.flatMap((file) => (file.kind === "waivers" ? file.content : []))
  const taxonomy = normalize({ namespace, title, description, dimensions, licenses, rules })
  return Result.succeed({ version, taxonomy, waivers })
}

const licenseOf = (file: SourceContent) => (file.kind === "license" ? [file.content] : [])

const expandValues = ({ values = [], values_from, ...dimension }: DimensionSource): Dimension => ({
  ...dimension,
  values: values_from === undefined ? values : withOwnValues(valueLists[values_from](), values)
})

/** Codes of a list that the editors' own differ from in case alone; one that is the same takes the list's place. */
const listDuplicates = (file: SourceContent): ReadonlyArray<Finding> => {
  if (file.kind !== "dimension" || file.content.values_from === undefined) return []
  const { name, values = [], values_from } = file.content
  const listed = new Map(valueLists[values_from]().map(({ code }) => [caseless(code), code]))
  return values.flatMap(({ code }): ReadonlyArray<Finding> => {
    const other = listed.get(caseless(code))
    return other === undefined || other === code ? [] : [duplicateCode(code, other, pointTo.value(name, code, "code"))]
  })
}

const caselessDuplicates = (licenses: Taxonomy["licenses"]): ReadonlyArray<Finding> => {
  const seen = new Map<string, string>()
  return licenses.flatMap(({ code }): ReadonlyArray<Finding> => {
    const other = seen.get(caseless(code))
    seen.set(caseless(code), code)
    return other === undefined || other === code ? [] : [duplicateCode(code, other, pointTo.license(code, "code"))]
  })
}

const noTaxonomy = (count: number): Finding => ({
  rule: "source/missing-file",
  level: "error",
  message: count === 0 ? "There are no sources here" : "taxonomy.yaml is missing",
  help: "Add taxonomy.yaml with namespace, title, description and version.",
  at: { file: "taxonomy.yaml", path: [] }
})
