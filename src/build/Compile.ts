import * as Result from "effect/Result"
import { missingFile } from "../domain/checks/source/MissingFile.ts"
import { makeFinding, type Finding } from "../domain/diagnostic/Finding.ts"
import { inItem, inSource } from "../domain/diagnostic/Location.ts"
import type { Waiver } from "../domain/release/Waiver.ts"
import { byCodeUnits, caseless } from "../domain/taxonomy/Identifiers.ts"
import { licenseRef, valueRef } from "../domain/taxonomy/ItemRef.ts"
import { normalize } from "../domain/taxonomy/Normalize.ts"
import type { Dimension, Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import type { Version } from "../domain/taxonomy/Version.ts"
import { duplicateCode, findDuplicateCodes } from "./diagnostics/DuplicateDiagnostics.ts"
import { readSource, type ReadSource, type SourceContent } from "./sources/SourceReader.ts"
import type { DimensionSource } from "./sources/SourceSchemas.ts"
import { isSource, type SourceTree } from "./sources/SourceTree.ts"
import { valueLists, mergeValues } from "./ValueLists.ts"

/** The content of the sources. */
export interface Sources {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<Waiver>
}

/** Compiles the sources. Fails with all findings about single files, in the order of their paths. */
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
    ...(entries.some(({ path }) => path === "taxonomy.yaml") ? [] : [missingTaxonomy(entries.length)]),
    ...files.flatMap((file) => (Result.isFailure(file) ? file.failure : [])),
    // Equal codes are a wrong file name, which is reported already.
    ...findDuplicateCodes([...new Set(licenses.map(({ code }) => code))], (code) => inItem(licenseRef(code), "code")),
    ...contents.flatMap(listDuplicates)
  ]
  const header = contents.find((file) => file.kind === "taxonomy")?.content
  if (header === undefined || findings.length > 0) return Result.fail(findings)
  const { version, ...fields } = header
  const dimensions = contents.flatMap((file) => (file.kind === "dimension" ? [expandValues(file.content)] : []))
  const rules = contents.flatMap((file) => (file.kind === "rule" ? [file.content] : []))
  const waivers = contents.flatMap((file) => (file.kind === "waivers" ? file.content : []))
  const taxonomy = normalize({ ...fields, dimensions, licenses, rules })
  return Result.succeed({ version, taxonomy, waivers })
}

const licenseOf = (file: SourceContent) => (file.kind === "license" ? [file.content] : [])

const expandValues = ({ values = [], values_from, ...dimension }: DimensionSource): Dimension => ({
  ...dimension,
  values: values_from === undefined ? values : mergeValues(valueLists[values_from](), values)
})

/** Finds codes that differ from those of a value list only in case; equal codes override the list. */
const listDuplicates = (file: SourceContent): ReadonlyArray<Finding> => {
  if (file.kind !== "dimension" || file.content.values_from === undefined) return []
  const { name, values = [], values_from } = file.content
  const listed = new Map(valueLists[values_from]().map(({ code }) => [caseless(code), code]))
  return values.flatMap(({ code }): ReadonlyArray<Finding> => {
    const other = listed.get(caseless(code))
    return other === undefined || other === code
      ? []
      : [duplicateCode(code, other, inItem(valueRef(name, code), "code"))]
  })
}

const missingTaxonomy = (files: number): Finding => {
  const file = "taxonomy.yaml"
  return makeFinding(missingFile, { file, files }, { location: inSource(file, {}) })
}
