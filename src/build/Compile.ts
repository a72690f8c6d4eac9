import * as Result from "effect/Result"
import type { KnownDimension } from "../domain/checks/reference/Settings.ts"
import { missingFile } from "../domain/checks/source/SourceFiles.ts"
import { makeFinding, type Finding, inItem, inSource } from "../domain/Finding.ts"
import type { ListedWaiver } from "../domain/release/PublishRelease.ts"
import { licenseRef, valueRef } from "../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless } from "../domain/taxonomy/Names.ts"
import { normalize } from "../domain/taxonomy/Normalize.ts"
import type { Version } from "../domain/taxonomy/Scalars.ts"
import type { Dimension, Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import { duplicateCode, findDuplicateCodes } from "./diagnostics/DuplicateDiagnostics.ts"
import { explainFileName } from "./diagnostics/FileNameDiagnostics.ts"
import { explainSettings } from "./diagnostics/SettingDiagnostics.ts"
import { sourceNameOf } from "./sources/NearSources.ts"
import { readSource, type ReadSource, type SourceContent } from "./sources/SourceReader.ts"
import type { DimensionSource } from "./sources/SourceSchemas.ts"
import { ignoredFinding } from "./sources/SourceText.ts"
import { isSource, type SourceEntry, type SourceTree } from "./sources/SourceTree.ts"
import { valueLists, mergeValues } from "./ValueLists.ts"

/** The content of the sources. */
export interface Sources {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<ListedWaiver>
  /** What the sources compile in spite of. */
  readonly warnings: ReadonlyArray<Finding>
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
  const warnings = ignoredFiles(tree)
  const contents = files.flatMap((file) => (Result.isSuccess(file) ? [file.success] : []))
  const licenses = contents.flatMap(licenseOf)
  const paths = new Set(entries.map(({ path }) => path.toLowerCase()))
  const explained = (found: ReadonlyArray<Finding>, entry: SourceEntry | undefined): ReadonlyArray<Finding> =>
    entry === undefined
      ? found
      : explainSettings(entry, found, dimensionsOf(contents)).map((finding) => explainFileName(finding, paths))
  const isMisnamed = files.some(
    (file) =>
      Result.isFailure(file) &&
      file.failure.some(({ fix = [] }) => fix.some((edit) => edit._tag === "Rename" && edit.to === "taxonomy.yaml"))
  )
  const findings = [
    ...(isMisnamed || paths.has("taxonomy.yaml") ? [] : [missingTaxonomy(entries.length)]),
    ...files.flatMap((file, index) => (Result.isFailure(file) ? explained(file.failure, entries[index]) : [])),
    // Equal codes are a wrong file name, which is reported already.
    ...findDuplicateCodes([...new Set(licenses.map(({ code }) => code))], (code) => inItem(licenseRef(code), "code")),
    ...contents.flatMap(listDuplicates)
  ]
  const header = contents.find((file) => file.kind === "taxonomy")?.content
  if (header === undefined || findings.length > 0) return Result.fail([...findings, ...warnings])
  const { version, ...fields } = header
  const dimensions = contents.flatMap((file) => (file.kind === "dimension" ? [expandValues(file.content)] : []))
  const rules = contents.flatMap((file) => (file.kind === "rule" ? [file.content] : []))
  const waivers = contents.flatMap((file) => (file.kind === "waivers" ? file.content : []))
  const taxonomy = normalize({ ...fields, dimensions, licenses, rules })
  return Result.succeed({ version, taxonomy, waivers, warnings })
}

/** The dimensions that can be read, by name. Made once for all files with findings. */
const dimensionsOf = (contents: ReadonlyArray<SourceContent>): ReadonlyMap<string, KnownDimension> => {
  const known = dimensionIndexes.get(contents)
  if (known !== undefined) return known
  const dimensions = contents.flatMap((file) => (file.kind === "dimension" ? [expandValues(file.content)] : []))
  const named = new Map(
    dimensions.map(({ name, required: isRequired, shape, values }) => [
      name,
      { shape, isRequired, codes: new Set(values.map(({ code }) => code)), values }
    ])
  )
  dimensionIndexes.set(contents, named)
  return named
}

const dimensionIndexes = new WeakMap<ReadonlyArray<SourceContent>, ReadonlyMap<string, KnownDimension>>()

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

const ignoredFiles = (tree: SourceTree): ReadonlyArray<Finding> => {
  const ignored = tree.filter(({ _tag }) => _tag === "NearSource")
  if (ignored.length === 0) return []
  const paths = new Set(tree.map(({ path }) => caseless(path)))
  return ignored
    .toSorted((left, right) => byCodeUnits(left.path, right.path))
    .map(({ path }) => ignoredFinding(path, paths.has(caseless(sourceNameOf(path)))))
}

const missingTaxonomy = (files: number): Finding => {
  const file = "taxonomy.yaml"
  return makeFinding(missingFile, { file, files }, { location: inSource(file, {}) })
}
